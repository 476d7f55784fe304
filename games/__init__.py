"""The site: it stores games, tells people, keeps clocks and shows pages."""
