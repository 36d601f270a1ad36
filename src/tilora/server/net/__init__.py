"""What lies beneath HTTP and WebSockets: protocol classes, the event loop, workers, and the local network.

Imports only logs; knows nothing of tables but their ids, and nothing of players.
"""
