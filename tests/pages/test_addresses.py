"""The addresses that are out in the world, in mails, bookmarks and calendars: none of them changes."""

from games.urls import urlpatterns

ADDRESSES = """
(root)
about/
account/
account/deputies/
account/deputies/<int:pk>/accept/
account/deputies/<int:pk>/end/
account/feeds/
account/feeds/off/
account/hours/
account/hours/vacations/
account/hours/vacations/<int:pk>/end/
account/mail-again/
account/notices/
account/notices/<int:pk>/on/
account/notices/<int:pk>/remove/
account/notices/<int:pk>/test/
account/notices/devices/
account/notices/muted/<int:pk>/
account/notices/test/
account/notices/webhooks/
anymail/<path:rest>
b/<str:token>/
cards/
cards/<slug:edition>/
d/<slug:key>/
d/<slug:key>/answer/
d/<slug:key>/deck/
d/<slug:key>/history/
d/<slug:key>/pulse/
decks/
decks/<slug:key>/
decks/<slug:key>/cards/<int:place>/
decks/<slug:key>/cards/<int:place>/remove/
decks/<slug:key>/cards/new/<slug:kind>/
decks/<slug:key>/copy/
decks/<slug:key>/delete/
decks/<slug:key>/edit/
decks/<slug:key>/export/
decks/<slug:key>/link/
decks/import/
decks/new/
editions/
editions/<slug:edition>/
f/<str:secret>/deadlines.ics
f/<str:secret>/turns.atom
favicon.ico
g/<slug:key>/
g/<slug:key>/accept/
g/<slug:key>/agree/
g/<slug:key>/answer/
g/<slug:key>/back/
g/<slug:key>/cancel/
g/<slug:key>/card/<slug:kind>/
g/<slug:key>/deck/
g/<slug:key>/decline/
g/<slug:key>/deputy/
g/<slug:key>/history/
g/<slug:key>/host/
g/<slug:key>/invitations/<int:pk>/remind/
g/<slug:key>/invitations/<int:pk>/withdraw/
g/<slug:key>/invite/
g/<slug:key>/join/
g/<slug:key>/leave/
g/<slug:key>/mute/
g/<slug:key>/notes/
g/<slug:key>/offer/
g/<slug:key>/orders/
g/<slug:key>/people/
g/<slug:key>/pulse/
g/<slug:key>/rematch/
g/<slug:key>/revoke/
g/<slug:key>/seats/<int:number>/
g/<slug:key>/seen/
g/<slug:key>/start/
g/<slug:key>/takeback/
g/<slug:key>/talk/
g/<slug:key>/time/
g/<slug:key>/undo/
g/<slug:key>/votes/
g/<slug:key>/withdraw-card/
i/<str:token>/
join/<str:link_key>/
join/<str:link_key>/seats/<int:number>/
language/
new/
next/
p/<str:token>/
t/<slug:key>/
t/<slug:key>/accept/
t/<slug:key>/agree/
t/<slug:key>/answer/
t/<slug:key>/back/
t/<slug:key>/block/
t/<slug:key>/deck/
t/<slug:key>/decline/
t/<slug:key>/history/
t/<slug:key>/invitation/
t/<slug:key>/mute/
t/<slug:key>/notes/
t/<slug:key>/orders/
t/<slug:key>/people/
t/<slug:key>/pulse/
t/<slug:key>/revoke/
t/<slug:key>/seen/
t/<slug:key>/takeback/
t/<slug:key>/talk/
t/<slug:key>/time/
t/<slug:key>/undo/
t/<slug:key>/votes/
u/<str:token>
u/<str:token>/
v/<str:token>/
"""


def test_every_address_still_opens_a_page():
    """Pages may be added to these; what was linked to stays where it is."""
    here = {str(pattern.pattern) or "(root)" for pattern in urlpatterns}

    assert set() == set(ADDRESSES.split()) - here
