"""The server: HTTP and WebSocket in front of tables, bots at them, and more than one node on one database.

May import everything below it; only `tilora.cli` and the tools import it.
"""
