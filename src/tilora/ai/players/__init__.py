"""Players that are programs: levels and their characters, simple ones to compare with, bots of other
people, and hints.

Imports searches and networks; knows no arena and no table.
"""
