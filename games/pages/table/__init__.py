"""The pages of one game: its lobby, its table, and what is done there.

URLs call the views in views (the table, answers, history), orders, talk, undo and votes. They show the game
by show_game, which fills a template with one plain value: that of build_lobby before the start, from then on
the table_page of build_table_page. The latter takes table_rights (what a viewer may do), table_notes (what
stands above the table), table_cards (what lies there), history.happened (what happened lately), table_sidebar
(what stands next to it) and build_question_form for each question, with its choices from the cards and from
board_choices, in the words of question_words and board.answer_words. The other *_form modules are Django's
forms.
"""
