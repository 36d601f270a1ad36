"""Players that are programs: levels, simple ones to compare with, bots that other people write, and hints.

Imports the searches; knows no arena and no table.
"""
