"""Learned players: one small network a game, searched in compiled code and trained by playing itself.

Imports the kernel and, to measure, players; no level uses it yet.
"""
