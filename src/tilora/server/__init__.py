"""The server: HTTP and WebSocket in front of tables, bots at them, and more than one node on one database."""
