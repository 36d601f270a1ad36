"""Checks a game that anybody wrote: its contract, what its rules promise, the lines that random games reach, and
what its author says stays true.

It imports scenes and the kernel and knows no game by name. The conformance tests call the same functions, with more
games.
"""
