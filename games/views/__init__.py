"""The pages: function views, one module for each family, and what they show as plain values.

A view fetches through ``games.access`` or ``games.tokens`` on its first line, changes data through
``games.actions`` alone, and gives its template values that the viewer may know, never a table.
"""
