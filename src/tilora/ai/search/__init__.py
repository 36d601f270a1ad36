"""The searches that find an action for a view: trees for every game, alpha-beta for open games of two.

Imports advice and the kernel; knows no level, no player and no table.
"""
