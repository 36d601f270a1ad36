"""The searches that find an action for a view: trees for every game, alpha-beta where there is no chance.

Imports networks, advice and the kernel; knows no level, no player and no table.
"""
