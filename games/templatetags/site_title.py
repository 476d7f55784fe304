"""What the site is called, in templates of pages and mails."""

from django import template

from games.core import site_title as titles

register = template.Library()
register.simple_tag(titles.site_title)
register.simple_tag(titles.short_title)
