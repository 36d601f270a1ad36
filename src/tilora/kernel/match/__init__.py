"""A match and its parts: actions, timeline, history, views, records, replays and the commitment to a seed.

Imports the contract and the engine; nothing outside the kernel.
"""
