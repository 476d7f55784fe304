"""The addresses of the site's own pages."""

from django.templatetags.static import static
from django.urls import path
from django.utils.functional import lazy
from django.views.generic import RedirectView, TemplateView
from django.views.i18n import set_language

from games.inbound import webhooks
from games.pages.common.seat_context import Via, seat_paths
from games.pages.decks import decks, editions, made_cards
from games.pages.people import account, dashboard, feeds, hours, notifications, unsubscribe
from games.pages.seats import deputies, invitations, lobby, mail_links, membership, new_game, replacement
from games.pages.table import orders, talk, undo, views, votes

# A deputy sees the table and answers, and nothing else.
EVERY_WAY = (Via.SIGN_IN, Via.MAIL_LINK, Via.DEPUTY)

urlpatterns = [
    path("", dashboard.dashboard, name="dashboard"),
    path("next/", dashboard.next_game, name="next_game"),
    path("favicon.ico", RedirectView.as_view(url=lazy(static, str)("icon.svg")), name="favicon"),
    path("about/", TemplateView.as_view(template_name="games/about.html"), name="about"),
    path("language/", set_language, name="set_language"),
    path("editions/", editions.editions, name="editions"),
    path("editions/<slug:edition>/", editions.edition, name="edition"),
    path("cards/", editions.cards, name="all_cards"),
    path("cards/<slug:edition>/", editions.cards, name="cards"),
    path("account/", account.account, name="account"),
    path("account/mail-again/", account.mail_again, name="mail_again"),
    path("account/hours/", hours.hours, name="hours"),
    path("account/hours/vacations/", hours.add_vacation, name="add_vacation"),
    path("account/hours/vacations/<int:pk>/end/", hours.end_vacation, name="end_vacation"),
    path("account/notices/", notifications.notices, name="notices"),
    path("account/notices/test/", notifications.send_test, name="test_mail"),
    path("account/notices/webhooks/", notifications.add_webhook, name="add_webhook"),
    path("account/notices/devices/", notifications.add_device, name="add_device"),
    path("account/notices/<int:pk>/test/", notifications.send_test, name="test_channel"),
    path("account/notices/<int:pk>/remove/", notifications.remove_channel, name="remove_channel"),
    path("account/notices/<int:pk>/on/", notifications.switch_on, name="switch_on"),
    path("account/notices/muted/<int:pk>/", notifications.unmute, name="unmute"),
    path("account/feeds/", feeds.feeds, name="feeds"),
    path("account/feeds/off/", feeds.revoke, name="revoke_feeds"),
    path("f/<str:secret>/deadlines.ics", feeds.deadlines_feed, name="deadlines_feed"),
    path("f/<str:secret>/turns.atom", feeds.turns_feed, name="turns_feed"),
    path("account/deputies/", deputies.deputies, name="deputies"),
    path("account/deputies/<int:pk>/accept/", deputies.accept, name="accept_deputy"),
    path("account/deputies/<int:pk>/end/", deputies.end, name="end_deputy"),
    path("decks/", decks.deck_list, name="decks"),
    path("decks/new/", decks.new_deck, name="new_deck"),
    path("decks/import/", decks.import_deck, name="import_deck"),
    path("decks/<slug:key>/", decks.deck_page, name="deck"),
    path("decks/<slug:key>/edit/", decks.edit_deck, name="edit_deck"),
    path("decks/<slug:key>/export/", decks.export_deck, name="export_deck"),
    path("decks/<slug:key>/copy/", decks.copy_deck, name="copy_deck"),
    path("decks/<slug:key>/delete/", decks.delete_deck, name="delete_deck"),
    path("decks/<slug:key>/link/", decks.renew_link, name="renew_deck_link"),
    path("decks/<slug:key>/cards/new/<slug:kind>/", made_cards.add_card, name="add_card"),
    path("decks/<slug:key>/cards/<int:place>/", made_cards.change_card, name="change_card"),
    path("decks/<slug:key>/cards/<int:place>/remove/", made_cards.remove_card, name="remove_card"),
    path("new/", new_game.new_game, name="new_game"),
    # The pages of a table, signed in and by a link from a mail.
    *seat_paths("", views.game, "game", *EVERY_WAY),
    *seat_paths("pulse/", views.pulse, "pulse", *EVERY_WAY),
    *seat_paths("answer/", views.answer, "answer", *EVERY_WAY),
    *seat_paths("history/", views.history, "history", *EVERY_WAY),
    *seat_paths("deck/", editions.game_deck, "game_deck", *EVERY_WAY),
    *seat_paths("seen/", views.seen, "seen"),
    *seat_paths("undo/", undo.undo, "undo"),
    *seat_paths("takeback/", undo.takeback, "takeback"),
    *seat_paths("talk/", talk.talk_page, "talk"),
    *seat_paths("notes/", talk.own_notes, "own_notes"),
    *seat_paths("back/", views.back, "back"),
    *seat_paths("mute/", notifications.mute, "mute"),
    *seat_paths("invite/", lobby.invite, "invite", Via.SIGN_IN),
    *seat_paths("invitations/<int:pk>/remind/", lobby.remind, "remind", Via.SIGN_IN),
    *seat_paths("invitations/<int:pk>/withdraw/", lobby.withdraw, "withdraw", Via.SIGN_IN),
    *seat_paths("start/", lobby.start, "start", Via.SIGN_IN),
    *seat_paths("card/<slug:kind>/", lobby.own_card, "own_card", Via.SIGN_IN),
    *seat_paths("agree/", lobby.agree_to_own_card, "agree_card"),
    *seat_paths("withdraw-card/", lobby.withdraw_own_card, "withdraw_card", Via.SIGN_IN),
    *seat_paths("cancel/", lobby.cancel, "cancel", Via.SIGN_IN),
    *seat_paths("host/", lobby.hand_over_host, "hand_over_host", Via.SIGN_IN),
    *seat_paths("join/", membership.join, "join", Via.SIGN_IN),
    *seat_paths("accept/", membership.accept, "accept"),
    *seat_paths("decline/", membership.decline, "decline"),
    *seat_paths("rematch/", membership.rematch, "rematch", Via.SIGN_IN),
    *seat_paths("leave/", membership.leave, "leave", Via.SIGN_IN),
    *seat_paths("orders/", orders.orders, "orders"),
    *seat_paths("deputy/", deputies.ask_for_deputy, "ask_for_deputy", Via.SIGN_IN),
    *seat_paths("revoke/", membership.revoke, "revoke"),
    *seat_paths("time/", views.give_time, "give_time"),
    *seat_paths("votes/", votes.votes, "votes"),
    *seat_paths("people/", replacement.people, "people"),
    *seat_paths("offer/", replacement.offer, "offer_seat", Via.SIGN_IN),
    *seat_paths("seats/<int:number>/", replacement.take_over, "take_over", Via.SIGN_IN),
    path("join/<str:link_key>/seats/<int:number>/", replacement.take_over_by_link, name="take_over_by_link"),
    path("join/<str:link_key>/", membership.join_by_link, name="join_by_link"),
    # What a link in a mail opens, and the pages that it leads to.
    path("p/<str:token>/", mail_links.play_link, name="play_link"),
    path("v/<str:token>/", mail_links.deputy_link, name="deputy_link"),
    path("i/<str:token>/", invitations.invitation_link, name="invitation_link"),
    path("b/<str:token>/", invitations.block_link, name="block_link"),
    path("anymail/<path:rest>", webhooks.webhook, name="webhook"),
    path("u/<str:token>/", unsubscribe.unsubscribe, name="unsubscribe"),
    path("u/<str:token>", unsubscribe.unsubscribe, name="unsubscribe_bare"),  # no redirect: it is posted to
    path("t/<slug:key>/invitation/", invitations.invitation, name="invitation"),
    path("t/<slug:key>/block/", invitations.block, name="block"),
]
