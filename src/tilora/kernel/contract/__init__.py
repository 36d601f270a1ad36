"""What a game is made of: records, chance, the marks on rules, and the protocols that a game's folder follows.

Nothing here compiles or plays: this room imports only `errors` and `checks`.
"""
