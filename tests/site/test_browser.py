"""The suite's browser reaches the site, with its style and scripts, under the strict policy of production."""


def test_a_browser_opens_the_site(page, address):
    """Nothing that the sign-in page brings along is refused by its own content security policy."""
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))

    page.goto(f"{address}/accounts/login/")

    assert page.title()
    assert [] == complaints
