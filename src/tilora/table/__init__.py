"""Tables: a match with people around it. Pure logic over the kernel and the scenes: no I/O, no clock, no chance.

Time, secrets and the answers of bots come in as arguments; storing events and sending looks is left to the server.
"""
