"""Players that are programs: levels, simple ones to compare with, bots that other people write, and hints.

Imports searches and networks; knows no arena and no table.
"""
