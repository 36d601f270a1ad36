"""Learned players: one small network for each game, trained by self-play and searched in compiled code.

Imports the kernel, the arena and, to measure, players. No level uses it yet.
"""
