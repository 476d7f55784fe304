"""What every other package stands on: the lock, refusals, errors, access, links, waking workers."""
