"""The tables of this node: decide, commit, show; their cache, their timers, and how nodes tell each other.

Imports the store and the pure tables; knows nothing of HTTP.
"""
