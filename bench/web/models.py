"""The rows of the bare view."""

from django.conf import settings
from django.db import models


class Counter(models.Model):
    """What the bare view locks and updates: one for each client."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE)
    value = models.IntegerField(default=0)

    def __str__(self) -> str:
        return str(self.value)


class Entry(models.Model):
    """What the bare view inserts."""

    counter = models.ForeignKey(Counter, models.CASCADE)
    value = models.IntegerField()
    text = models.CharField(max_length=64)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.text
