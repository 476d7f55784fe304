"""The history of a table in sentences, as its readers may know it."""
