"""How fast the engine and the site are; each program prints its own figures."""
