"""Players against each other over many matches: the arena, tournaments on the command line, and the ladder of levels.

Imports players and searches.
"""
