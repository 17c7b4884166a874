"""Somebody before the pages of a booking: who pays a quote, and who does the work."""

import json

from visitor import Visitor


class Work(Visitor):
    """A person with a phone who was sent a link of a booking."""

    def asked(self, command, *arguments):
        return json.loads(self.site.run(*command.split(), *arguments, "--json"))

    def enroll(self, name="Dana Driver", is_onboarded=True):
        """Somebody who is paid for jobs."""
        self.payee = self.asked("booking enroll", name, "--time-zone", "America/Chicago")["id"]
        if is_onboarded:
            self.asked("booking onboard", self.payee)
        return self

    def quote(self, title="Move a piano", price="150", address="1 Main Street"):
        """A quote for the work of a new payee."""
        self.enroll()
        self.quoted = self.asked(
            "booking quote", "--payee", self.payee, "--title", title, "--address", address, "--price", price,
            "--payer-name", "Ann Payer", "--payer-email", "ann@example.org")["id"]
        self.link = self.asked("booking link", self.quoted)["path"]
        return self

    def own(self, is_onboarded=True):
        """The page of a new payee."""
        self.enroll(is_onboarded=is_onboarded)
        return self.open(self.asked("booking link", self.payee)["path"])

    def open(self, target=None):
        self.phone.open(self.site.address + (target or self.link))
        return self

    def pay(self, card=None):
        if card:
            self.phone.choose("select[name=method]", card)
        self.phone.press("form button:not(.wallet)")
        return self

    def press(self, words):
        """The button of this value or these words' form."""
        self.phone.press(words)
        return self

    def connect(self, outcome="complete"):
        """On to the processor's page, and what somebody does there."""
        self.phone.press("form button")
        self.phone.press(f"button[value={outcome}]")
        return self

    def complete(self):
        """The work of the payee's only job is done."""
        [job] = self.jobs
        self.asked("booking complete", job["id"])
        return self

    @property
    def jobs(self):
        """What the books say of the payee."""
        return self.asked("booking list", self.payee)["data"]
