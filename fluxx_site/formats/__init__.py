"""How dates are written where Django's own way isn't ours (FORMAT_MODULE_PATH)."""
