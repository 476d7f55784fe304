"""Carries out what somebody has written, line by line: a reply to a mail, or the text field of a page."""
