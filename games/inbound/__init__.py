"""How mail comes in: handed over by a provider, by a mail server, by a pipe, or fetched from a mailbox.

All four end in `receive.receive`, which decides what a mail means.
"""
