"""Puzzles for players: which comes next, ratings, and own mistakes that come back until they are solved.

Imports the AI's puzzles and tables, and nothing of HTTP or sockets.
"""
