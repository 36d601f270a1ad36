"""Reviews of finished matches: computed one at a time in a process of their own, and kept for whoever asks next.

Imports the AI's reviews, and nothing of tables or sockets.
"""
