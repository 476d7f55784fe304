"""Texts of Django and allauth that players and staff read, worded by our catalogues as the rest of the site.

Their own translations address the reader formally, and decline no names. Only the catalogues are made from
this module.
"""

from django.utils.translation import gettext_noop, ngettext_lazy

PASSWORDS = (
    gettext_noop("Your password can’t be too similar to your other personal information."),
    gettext_noop("Your password can’t be a commonly used password."),
    gettext_noop("Your password can’t be entirely numeric."),
    gettext_noop("The password is too similar to the %(verbose_name)s."),
    gettext_noop("This password is too common."),
    gettext_noop("This password is entirely numeric."),
    gettext_noop("You must type the same password each time."),
    gettext_noop("The email address and/or password you specified are not correct."),
    ngettext_lazy(
        "Your password must contain at least %(min_length)d character.",
        "Your password must contain at least %(min_length)d characters.",
    ),
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
    ),
)
FIELDS = (
    gettext_noop("Email address"),
    gettext_noop("This field is required."),
    gettext_noop("Enter a valid email address."),
    gettext_noop("Enter a valid date."),
    gettext_noop("Enter a valid time."),
    gettext_noop("Enter a whole number."),
    gettext_noop("Enter a number."),
    gettext_noop("Enter a list of values."),
    gettext_noop("Enter a valid URL."),
    gettext_noop("Enter a valid date/time."),
    gettext_noop("Enter a valid value."),
    gettext_noop("Select a valid choice. %(value)s is not one of the available choices."),
    gettext_noop("Select a valid choice. That choice is not one of the available choices."),
    gettext_noop("Ensure this value is less than or equal to %(limit_value)s."),
    gettext_noop("Ensure this value is greater than or equal to %(limit_value)s."),
    ngettext_lazy(
        "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
    ),
)
ADMIN = (
    gettext_noop("Breadcrumbs"),
    gettext_noop("Search"),
    gettext_noop("Select %s"),
    gettext_noop("Select %s to change"),
    gettext_noop("Select %s to view"),
    gettext_noop("Add %s"),
    gettext_noop("Change %s"),
    gettext_noop("View %s"),
    gettext_noop("Start typing to filter…"),
    gettext_noop("Click here to select the objects across all pages"),
    gettext_noop("The {name} “{obj}” was added successfully."),
    gettext_noop("The {name} “{obj}” was changed successfully."),
    gettext_noop("You may edit it again below."),
    ngettext_lazy("Please correct the error below.", "Please correct the errors below."),
)
