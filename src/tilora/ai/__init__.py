"""AI players: one search for all games. It sees views only."""
