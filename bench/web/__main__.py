"""The programs that make what is measured: `python -m bench.web tables 8 100`, `… crowd 10000`."""

import sys
from importlib import import_module

import django

django.setup()
name, *numbers = sys.argv[1:]
import_module(f"bench.web.{name}").main(*map(int, numbers))
