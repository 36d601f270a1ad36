"""Golden games: one whole match of every game, readable, that a change of rules or words must not change unseen."""
