"""Players against each other over many matches: the arena, its console output, and the ladder of levels.

Imports players and searches.
"""
