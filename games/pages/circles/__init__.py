"""The pages of circles: their list, and each one with its members, games, seasons and talk."""
