"""Tables: a match with people around it. Imports the kernel, scenes and the levels; no I/O, no clock, no chance.

Time, secrets and the answers of bots come in as arguments; storing events and sending looks is left to the server.
"""
