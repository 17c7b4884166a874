"""A donor: what somebody does between the tap and the thank-you."""

from visitor import Visitor

THANKS = "Thank you for your generosity! Manage your giving profile using the tap.giving app."
DECLINED = "Card declined. Please try another card or payment method."

VISA, REFUSED, ASKED = "pm_card_visa", "pm_card_visa_chargeDeclined", "pm_card_authenticationRequired"

# The button that charges, on the review and on the page of a declined gift.
CHARGE = "form[method=post] button"


# The button that leads from the review back to the giving page.
CHANGE = "button[formaction='/-/change']"


class Donor(Visitor):
    """Somebody with a phone before a church's tags."""

    def __init__(self, phone, site, processor=None):
        super().__init__(phone, site)
        self.processor = processor

    def tap(self, target="/WoodlandsChurch?f=12&r=0"):
        """Opens what a tag leads to."""
        self.phone.open(self.site.address + target)
        return self

    def choose(self, preset=None, amount=None, fund=None, monthly=None, cover=None, by="card"):
        """Chooses on the giving page, and goes on to the review."""
        if preset:
            self.phone.find(f"input[name=amount][value='{preset}']").click()
        if amount is not None:
            self.phone.write("#other", amount)
        if fund:
            self.phone.choose("select[name=fund]", fund)
        if monthly is not None:
            self.phone.find(f"input[name=monthly][value='{int(monthly)}']").click()
        if cover is not None:
            self.phone.tick("input[name=cover]", cover)
        self.phone.press(f"button[name=by][value={by}]")
        return self

    def sign(self, card=VISA, name="A Donor", email="donor@example.org", phone="+1 202 555 0101"):
        """Fills the review in, and does not press yet."""
        self.phone.write("input[name=name]", name)
        self.phone.write("input[name=email]", email)
        self.phone.write("input[name=phone]", phone)
        self.phone.choose("select[name=method]", card)
        return self

    def confirm(self):
        self.phone.press(CHARGE)
        return self

    def give(self, target="/WoodlandsChurch?f=12&r=0", card=VISA, **choice):
        """From the tap to what becomes of it."""
        return self.tap(target).choose(**choice).sign(card).confirm()

    def try_card(self, card):
        """Another card, where one was declined."""
        self.phone.choose("select[name=method]", card)
        return self.confirm()

    def answer_bank(self, answer):
        self.phone.press(f"button[name=answer][value={answer}]")
        return self
