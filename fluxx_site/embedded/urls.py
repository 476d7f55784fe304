"""The pages of the embedded stack."""

from django.urls import path

from fluxx_site.embedded import mailbox, newcomer

urlpatterns = [
    path("newcomer/<str:token>/", newcomer.newcomer, name="newcomer"),
    path("mailbox/", mailbox.mails, name="mailbox"),
    path("mailbox/<str:name>/", mailbox.mail, name="mailbox_mail"),
    path("mailbox/<str:name>/html/", mailbox.html_part, name="mailbox_html"),
    path("mailbox/<str:name>/reply/", mailbox.reply, name="mailbox_reply"),
]
