"""Everything that is answered over HTTP: tables, records, scores, accounts, games, replays and the files of the page.

Imports services; never touches the store's connections or a socket.
"""
