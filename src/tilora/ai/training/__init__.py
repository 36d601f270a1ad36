"""Training networks: self-play on many processes, a learner, and matches that decide which network is kept.

Imports networks and the arena. Playing needs none of it.
"""
