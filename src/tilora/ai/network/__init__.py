"""Learned players: one small network for each game, trained by self-play and searched in compiled code.

Imports only the kernel: searches, levels and training use it, and it knows none of them.
"""
