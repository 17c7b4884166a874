"""Somebody before a page: what the page tells them."""


class Visitor:
    """Whoever looks at a page on this phone, or hears it."""

    def __init__(self, phone, site):
        self.phone, self.site = phone, site

    @property
    def sees(self):
        """All text of the page."""
        return self.phone.text()

    @property
    def hears(self):
        """What a screen reader says at once: a complaint; None where there is none."""
        return self.phone.text("[role=alert]") if self.phone.has("[role=alert]") else None

    @property
    def heading(self):
        return self.phone.text("h1")
