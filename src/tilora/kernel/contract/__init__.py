"""What a game is made of: records, chance, the `@rule` mark, and the protocols that a game's folder follows.

Nothing here compiles rules or plays matches. This room imports only `errors` and `checks`.
"""
