"""The addresses of the site's own pages."""

from django.templatetags.static import static
from django.urls import path
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy
from django.views.generic import RedirectView, TemplateView
from django.views.i18n import set_language

from games.inbound import webhooks
from games.pages.common import app_files
from games.pages.common.person_context import person_paths
from games.pages.common.seat_context import Via, seat_paths
from games.pages.decks import decks, editions, made_cards
from games.pages.people import (
    account,
    archive,
    dashboard,
    data,
    feeds,
    hours,
    notifications,
    reports,
    theme,
    unsubscribe,
    while_away,
)
from games.pages.seats import (
    deputies,
    guests,
    invitations,
    lobby,
    mail_links,
    membership,
    new_game,
    open_games,
    replacement,
    trials,
)
from games.pages.table import export, orders, talk, undo, views, votes
from games.replies.vocabulary import help_lines

# A deputy sees the table and answers, and nothing else.
EVERY_WAY = (Via.SIGN_IN, Via.MAIL_LINK, Via.DEPUTY)

urlpatterns = [
    path("", dashboard.dashboard, name="dashboard"),
    path("next/", dashboard.next_game, name="next_game"),
    path("read/", dashboard.mark_all_as_read, name="mark_all_as_read"),
    path("games/", open_games.list_open_games, name="open_games"),
    path("watch/", open_games.watch, name="watch"),
    # Playing without an account, and keeping what was played.
    path("play/", trials.play_now, name="play_now"),
    path("play/keep/", trials.keep_trial, name="keep_trial"),
    path("play/give-up/", trials.give_up_trial, name="give_up_trial"),
    path("favicon.ico", RedirectView.as_view(url=lazy(static, str)("icon.svg")), name="favicon"),
    path("manifest.webmanifest", app_files.manifest, name="manifest"),
    path("robots.txt", app_files.robots, name="robots"),
    path("about/", TemplateView.as_view(template_name="games/about.html"), name="about"),
    path(
        "help/mail/",
        TemplateView.as_view(
            template_name="games/mail_help.html",
            extra_context={"commands": help_lines, "button": gettext_lazy("Disable all earlier links")},
        ),
        name="mail_help",
    ),
    path("privacy/", data.privacy, name="privacy"),
    path("conduct/", data.conduct, name="conduct"),
    path("language/", set_language, name="set_language"),
    path("theme/", theme.set_theme, name="set_theme"),
    path("editions/", editions.editions, name="editions"),
    path("editions/<slug:edition>/", editions.edition, name="edition"),
    path("cards/", editions.cards, name="all_cards"),
    path("cards/<slug:edition>/", editions.cards, name="cards"),
    # What people set for themselves, signed in and, as a guest, by a link from a mail.
    *person_paths("", account.account, "account"),
    *person_paths("language/", account.switch_language, "switch_language"),
    *person_paths("mail-again/", account.mail_again, "mail_again"),
    *person_paths("hours/", hours.hours, "hours"),
    *person_paths("hours/vacations/", hours.add_vacation, "add_vacation"),
    *person_paths("games/", archive.archive, "archive"),
    *person_paths("away/", while_away.while_away, "while_away"),
    *person_paths("hours/automatic/", hours.set_automatic, "automatic_vacation"),
    *person_paths("hours/vacations/<int:pk>/", hours.change_vacation, "change_vacation"),
    *person_paths("hours/vacations/<int:pk>/end/", hours.end_vacation, "end_vacation"),
    *person_paths("notices/", notifications.notices, "notices"),
    *person_paths("notices/test/", notifications.send_test, "test_mail"),
    *person_paths("notices/muted/<int:pk>/", notifications.unmute, "unmute"),
    *person_paths("data/", data.data, "data"),
    *person_paths("data/export/", data.export_data, "export_data"),
    *person_paths("data/delete/", data.delete_account, "delete_account"),
    *person_paths("data/keep/", data.keep_account, "keep_account"),
    *person_paths("reports/", reports.reports, "reports"),
    path("e/<str:token>/", data.exported_data, name="exported_data"),
    *person_paths("deputies/", deputies.deputies, "deputies"),
    *person_paths("deputies/<int:pk>/accept/", deputies.accept, "accept_deputy"),
    *person_paths("deputies/<int:pk>/end/", deputies.end, "end_deputy"),
    # Devices, webhooks and feeds would go on telling after a link is useless: they want an account.
    path("account/notices/webhooks/", notifications.add_webhook.for_account(), name="add_webhook"),
    path("account/notices/devices/", notifications.add_device.for_account(), name="add_device"),
    path("account/notices/<int:pk>/test/", notifications.send_test.for_account(), name="test_channel"),
    path(
        "account/notices/<int:pk>/remove/", notifications.remove_channel.for_account(), name="remove_channel"
    ),
    path("account/notices/<int:pk>/on/", notifications.switch_on.for_account(), name="switch_on"),
    path("account/feeds/", feeds.feeds, name="feeds"),
    path("account/feeds/off/", feeds.revoke, name="revoke_feeds"),
    path("f/<str:secret>/deadlines.ics", feeds.deadlines_feed, name="deadlines_feed"),
    path("f/<str:secret>/turns.atom", feeds.turns_feed, name="turns_feed"),
    path("decks/", decks.deck_list, name="decks"),
    path("decks/new/", decks.new_deck, name="new_deck"),
    path("decks/import/", decks.import_deck, name="import_deck"),
    path("decks/<slug:key>/", decks.deck_page, name="deck"),
    path("decks/<slug:key>/edit/", decks.edit_deck, name="edit_deck"),
    path("decks/<slug:key>/export/", decks.export_deck, name="export_deck"),
    path("decks/<slug:key>/copy/", decks.copy_deck, name="copy_deck"),
    path("decks/<slug:key>/delete/", decks.delete_deck, name="delete_deck"),
    path("decks/<slug:key>/report/", reports.report_deck, name="report_deck"),
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
    *seat_paths("record.json", export.record, "record"),
    *seat_paths("history.txt", export.story, "story"),
    *seat_paths("deck/", editions.game_deck, "game_deck", *EVERY_WAY),
    *seat_paths("seen/", views.seen, "seen"),
    *seat_paths("tips/", views.hide_tips, "hide_tips"),
    *seat_paths("undo/", undo.undo, "undo"),
    *seat_paths("takeback/", undo.takeback, "takeback"),
    *seat_paths("talk/", talk.talk_page, "talk"),
    *seat_paths("notes/", talk.own_notes, "own_notes"),
    *seat_paths("back/", views.back, "back"),
    *seat_paths("come-back/", views.come_back, "come_back"),
    *seat_paths("mute/", notifications.mute, "mute"),
    *seat_paths("invite/", lobby.invite, "invite", Via.SIGN_IN),
    *seat_paths("invitations/remind/", lobby.remind_all, "remind_all", Via.SIGN_IN),
    *seat_paths("invitations/<int:pk>/remind/", lobby.remind, "remind", Via.SIGN_IN),
    *seat_paths("invitations/<int:pk>/withdraw/", lobby.withdraw, "withdraw", Via.SIGN_IN),
    *seat_paths("start/", lobby.start, "start", Via.SIGN_IN),
    *seat_paths("card/<slug:kind>/", lobby.own_card, "own_card", Via.SIGN_IN),
    *seat_paths("agree/", lobby.agree_to_own_card, "agree_card"),
    *seat_paths("withdraw-card/", lobby.withdraw_own_card, "withdraw_card", Via.SIGN_IN),
    *seat_paths("cancel/", lobby.cancel, "cancel", Via.SIGN_IN),
    *seat_paths("seats/<int:number>/remove/", lobby.remove_player, "remove_player", Via.SIGN_IN),
    *seat_paths("keep-open/", lobby.keep_open, "keep_open"),
    *seat_paths("host/", lobby.hand_over_host, "hand_over_host", Via.SIGN_IN),
    *seat_paths("join/", membership.join, "join", Via.SIGN_IN),
    *seat_paths("accept/", membership.accept, "accept"),
    *seat_paths("decline/", membership.decline, "decline"),
    *seat_paths("rematch/", membership.rematch, "rematch"),
    *seat_paths("leave/", membership.leave, "leave"),
    *seat_paths("orders/", orders.orders, "orders"),
    *seat_paths("orders/surprise/", orders.switch, "switch_surprise"),
    *seat_paths("deputy/", deputies.ask_for_deputy, "ask_for_deputy"),
    *seat_paths("revoke/", membership.revoke, "revoke"),
    *seat_paths("keep/", guests.keep, "keep", Via.MAIL_LINK),
    *seat_paths("next/", guests.next_game, "next", Via.MAIL_LINK),
    *seat_paths("time/", views.give_time, "give_time"),
    *seat_paths("nudge/", views.nudge, "nudge"),
    *seat_paths("votes/", votes.votes, "votes"),
    *seat_paths("people/", replacement.people, "people"),
    *seat_paths("report/", reports.report_table, "report"),
    *seat_paths("offer/", replacement.offer, "offer_seat"),
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
