"""A guardian who pays the fees of those in their care: by a link of the agency's, in Arabic."""

import json

import church
from visitor import Visitor

SAMPLE = church.ROOT / "fixtures/dependents/sample.json"


def enroll(program, folder):
    """An agency whose services are paid for, and a guardian with three in their care."""
    church.tapctl(
        program, folder, "org", "add", "Agency", "--name", "وكالة الخدمات", "--time-zone", "Asia/Riyadh")
    church.tapctl(program, folder, "dependent", "enroll", str(SAMPLE), "--org", "Agency")


class Guardian(Visitor):
    """Somebody before the pages of a guardian."""

    def open(self, target=None):
        """Opens a new link of theirs, or what stands below the site."""
        self.phone.open(self.site.address + (target or self.link()))
        return self

    def link(self):
        return json.loads(self.site.run("dependent", "link", "grd_sample", "--json"))["path"]

    def review(self, dependent="dep_husam"):
        """From the list to one of them."""
        self.open().phone.press(f"a[href*='/{dependent}/review']")
        return self

    def approve(self, card=None):
        """Pays what the button says."""
        if card:
            self.phone.choose("select[name=method]", card)
        self.phone.press("form button")
        return self

    def answer_bank(self, answer):
        self.phone.press(f"button[name=answer][value={answer}]")
        return self

    def refund(self, dependent="dep_husam", *options):
        self.site.run("dependent", "refund", dependent, *options)
        return self

    def dependent(self, name="dep_husam"):
        """What the books say of one of them."""
        return json.loads(self.site.run("dependent", "review", name, "--json"))
