"""A table's WebSocket, from its first look to its end.

Imports the services and the messages; what happens at tables is decided in `tables`.
"""
