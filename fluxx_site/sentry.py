"""Reports errors to Sentry, or to a server like it, where SENTRY_DSN is set; nobody's data goes with them."""

from typing import Any

import sentry_sdk

from fluxx_site.logs import cut, mask


def start(dsn: str) -> None:
    """Report what is logged as an error, without anybody's address, bodies, cookies, and local variables."""
    sentry_sdk.init(
        dsn=dsn,
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        before_send=strip,
        before_breadcrumb=lambda crumb, _hint: mask_all(crumb),
    )


def strip(event: Any, _hint: Any) -> Any:
    """Return an event without headers, query and user, and with every token masked."""
    event.pop("user", None)
    request = event.get("request", {})
    for part in ("headers", "cookies", "env", "data", "query_string"):
        request.pop(part, None)
    return mask_all(event)


def mask_all(value: Any) -> Any:
    """Return JSON with each text in it cut and masked."""
    if isinstance(value, str):
        return mask(cut(value))
    if isinstance(value, dict):
        return {key: mask_all(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [mask_all(each) for each in value]
    return value
