"""What the site's mails say, how they look, and how they form one thread for each game.

`compose` turns a notice into a mail when it is about to be sent, so that the mail tells how things stand
then. Nothing is stored or sent here; `games.delivery` sends.
"""
