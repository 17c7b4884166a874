"""Somebody before the offer of a plan, and before what they have."""

from visitor import Visitor


class Buyer(Visitor):
    """A person with a phone who tapped a plan's tag."""

    def offer(self, code="plus"):
        self.phone.open(f"{self.site.address}/plan/{code}")
        return self

    def checkout(self, code="plus"):
        """On to the payment."""
        self.offer(code).phone.press("form button")
        return self

    def pay(self, card=None, name="Ann", email="ann@example.org"):
        self.phone.write("input[name=name]", name)
        self.phone.write("input[name=email]", email)
        if card:
            self.phone.choose("select[name=method]", card)
        self.phone.press("form button")
        return self

    def change(self, what):
        self.phone.press(f"button[name=change][value={what}]")
        return self
