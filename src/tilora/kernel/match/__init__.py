"""A match and its parts: actions, timeline, history, views, records, replays, and how its seed is made fair.

Imports the contract and the engine, and nothing outside the kernel.
"""
