"""Benchmarks: games and search, tables over the network, and the store.

They may import everything; only the command line imports them.
"""
