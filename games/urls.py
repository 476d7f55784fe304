"""The addresses of the site's own pages."""

from django.urls import path

from games.views import account, dashboard, invitations, lobby, membership, orders, reading, seat, table

urlpatterns = [
    path("", dashboard.dashboard, name="dashboard"),
    path("next/", dashboard.next_game, name="next_game"),
    path("favicon.ico", reading.favicon, name="favicon"),
    path("about/", reading.about, name="about"),
    path("cards/", reading.editions, name="editions"),
    path("cards/<slug:edition>/", reading.cards, name="cards"),
    path("account/", account.account, name="account"),
    path("account/mail-again/", account.mail_again, name="mail_again"),
    # Games, for people who are signed in (and for all who may watch).
    path("new/", lobby.new_game, name="new_game"),
    path("g/<slug:key>/", table.game, name="game"),
    path("g/<slug:key>/pulse/", table.pulse, name="pulse"),
    path("g/<slug:key>/answer/", table.answer, name="answer"),
    path("g/<slug:key>/history/", table.history, name="history"),
    path("g/<slug:key>/seen/", table.seen, name="seen"),
    path("g/<slug:key>/back/", table.back, name="back"),
    path("g/<slug:key>/invite/", lobby.invite, name="invite"),
    path("g/<slug:key>/invitations/<int:pk>/remind/", lobby.remind, name="remind"),
    path("g/<slug:key>/invitations/<int:pk>/withdraw/", lobby.withdraw, name="withdraw"),
    path("g/<slug:key>/start/", lobby.start, name="start"),
    path("g/<slug:key>/cancel/", lobby.cancel, name="cancel"),
    path("g/<slug:key>/host/", lobby.hand_over, name="hand_over"),
    path("g/<slug:key>/join/", membership.join, name="join"),
    path("g/<slug:key>/accept/", membership.accept, name="accept"),
    path("g/<slug:key>/decline/", membership.decline, name="decline"),
    path("g/<slug:key>/rematch/", membership.rematch, name="rematch"),
    path("g/<slug:key>/leave/", membership.leave, name="leave"),
    path("g/<slug:key>/orders/", orders.orders, name="orders"),
    path("g/<slug:key>/revoke/", membership.revoke, name="revoke"),
    path("join/<str:link_key>/", membership.join_by_link, name="join_by_link"),
    # What a link in a mail opens, and the pages that it leads to.
    path("p/<str:token>/", seat.play_link, name="play_link"),
    path("i/<str:token>/", invitations.invitation_link, name="invitation_link"),
    path("b/<str:token>/", invitations.block_link, name="block_link"),
    path("t/<slug:key>/", seat.table, name="seat_table"),
    path("t/<slug:key>/pulse/", seat.pulse, name="seat_pulse"),
    path("t/<slug:key>/answer/", seat.answer, name="seat_answer"),
    path("t/<slug:key>/history/", seat.history, name="seat_history"),
    path("t/<slug:key>/seen/", seat.seen, name="seat_seen"),
    path("t/<slug:key>/back/", seat.back, name="seat_back"),
    path("t/<slug:key>/orders/", orders.orders_by_link, name="seat_orders"),
    path("t/<slug:key>/accept/", seat.accept, name="seat_accept"),
    path("t/<slug:key>/decline/", seat.decline, name="seat_decline"),
    path("t/<slug:key>/revoke/", seat.revoke, name="seat_revoke"),
    path("t/<slug:key>/invitation/", invitations.invitation, name="invitation"),
    path("t/<slug:key>/block/", invitations.block, name="block"),
]
