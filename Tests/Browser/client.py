"""A client before a payment link of a contract."""

import json

from visitor import Visitor


def contract(run, title="Kitchen", structure="upfront", total="50000", *options):
    """Writes and sends a contract that `WoodlandsChurch` works for; gives its id and the path of its link."""
    made = json.loads(run(
        "contract", "create", "--org", "WoodlandsChurch", "--payer-name", "A Client", "--payer-email",
        "client@example.org", "--title", title, "--description", f"All that belongs to it: {title}", "--deliverable",
        title, "--start-date", "2026-03-01", "--end-date", "2026-04-30", "--total", total, "--structure", structure,
        "--send", "--json", *options))
    return made["id"], made["link"] and "/" + made["link"].split("/", 3)[3]


class Client(Visitor):
    """Somebody with a phone who was sent a link."""

    def write(self, *arguments):
        """A new contract, and its link."""
        self.id, self.link = contract(self.site.run, *arguments)
        return self

    def open(self, target=None):
        self.phone.open(self.site.address + (target or self.link))
        return self

    def pay(self, card=None):
        if card:
            self.phone.choose("select[name=method]", card)
        self.phone.press("form button:not(.wallet)")
        return self

    def answer_bank(self, answer):
        self.phone.press(f"button[name=answer][value={answer}]")
        return self

    @property
    def contract(self):
        """What the books say of it."""
        return json.loads(self.site.run("contract", "show", self.id, "--json"))

    def run(self, *arguments):
        self.site.run("contract", *arguments)
        return self
