"""Players that are programs: levels, yardsticks, bots of other people, and hints.

Imports the searches; knows no arena and no table.
"""
