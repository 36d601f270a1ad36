"""Benchmarks: rules and search, tables over the network, and the store.

May import everything; nothing but the command line imports them.
"""
