"""A table's WebSocket, from its first look to its end.

Imports services and messages; what happens at tables is decided in `tables`.
"""
