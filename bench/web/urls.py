"""The site's pages, and the bare view that they are compared with."""

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from django.utils import timezone

from bench.web.models import Counter, Entry


def bare(request: HttpRequest) -> HttpResponse:
    """Do what every change of a row costs: session, player, lock, update, insert, commit."""
    with transaction.atomic(durable=True):
        counter = Counter._default_manager.select_for_update().get(player=request.user.pk)
        counter.value += 1
        counter.save(update_fields=["value"])
        text = request.POST["submission_key"]
        Entry._default_manager.create(counter=counter, value=counter.value, text=text, at=timezone.now())
    return HttpResponse(status=204)


urlpatterns = [path("bare/", bare), path("", include("fluxx_site.urls"))]
