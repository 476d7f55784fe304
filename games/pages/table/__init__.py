"""The pages of one game: its lobby, its table, and what is done there.

Views: table_views (the table, answers, history), orders, talk, undo and votes. They show the game by
game_page, which fills a template with plain values from lobby_page or table_page. A table page is made of
table_cards (what lies there), table_sidebar (what stands beside it), and a question_form for each question,
whose choices come from the cards and from board_choices; question_words and board_words describe them.
"""
