"""What lies beneath HTTP and WebSockets: protocol classes, the event loop, and the local network.

Imports only logs; knows nothing of tables and players.
"""
