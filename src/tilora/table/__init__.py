"""Tables: a match with people around it. Pure logic: no I/O, no clock of its own, no chance."""
