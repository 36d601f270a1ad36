"""AI players: one search for all games, which sees views only.

Rooms, each importing only from those below it: arena, players, search, advice; and the processes that they run in.
"""
