"""AI players: searches for all games, with and without networks, which see views only.

Imports the kernel, and knows no game by name and no table. Its rooms, each of which imports only those after it:
training, arena, players, search, network; and below them advice, and how other processes are run.
"""
