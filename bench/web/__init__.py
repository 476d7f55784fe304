"""What `bench/site.py` measures, and with what: servers, players at their tables, and clients."""
