"""The settings as mypy's Django plugin reads them: no server is asked, so any well-formed address will do."""

from fluxx_site.catalogues import set_placeholders

set_placeholders()

from fluxx_site.settings import *  # noqa: E402, F403
