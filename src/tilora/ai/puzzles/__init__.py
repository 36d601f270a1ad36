"""Puzzles: positions with one clearly best action, found in matches of the levels, confirmed, and shipped with a game.

Imports reviews, players and searches; knows no game by name and no table.
"""
