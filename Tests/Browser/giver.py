"""A donor who looks after what they gave: by a link in an e-mail, without a password."""

import email
import email.policy
import pathlib
import re

from selenium.webdriver.support.ui import WebDriverWait

from phone import SECONDS
from visitor import Visitor

MAIL = "donor@example.org"


class Giver(Visitor):
    """Somebody who has given, and wants to see it."""

    def ask(self, address=MAIL):
        """Asks for a link to an address."""
        self.phone.open(self.site.address + "/-/giver").write("input[name=email]", address)
        self.phone.press("form[action='/-/giver'] button")
        return self

    def letters(self, kind="link"):
        """The e-mails of a kind that were sent so far, the newest last: links, or what else there is to tell (note)."""
        files = sorted(pathlib.Path(self.site.folder, "outbox").glob(f"{kind}_*.eml"), key=lambda file: file.stat().st_mtime_ns)
        return [email.message_from_bytes(file.read_bytes(), policy=email.policy.default) for file in files]

    def link(self, address=MAIL):
        """Asks for a link; gives it as it stands in the e-mail, once that has come."""
        before = len(self.letters())
        self.ask(address)
        new = WebDriverWait(self, SECONDS, poll_frequency=0.05).until(
            lambda giver: len(giver.letters()) > before and giver.letters())
        [letter] = [one for one in new if one["To"] == address][-1:]
        return re.search(r"http://\S+/link/\w+", letter.get_content()).group()

    def open_link(self, link):
        self.phone.open(link)
        return self

    def sign_in(self):
        """Opens a link, and presses its button. Where that is done already, nothing."""
        self.open()
        if self.phone.has("form[action='/-/giver']"):
            self.open_link(self.link()).phone.press("form button")
        return self

    def open(self, page=""):
        self.phone.open(f"{self.site.address}/-/giver{page}")
        return self

    def open_gift(self, total=None):
        """The gift of this total, in minor units; the first of the list where none is named.

        Gifts of one second stand in any order.
        """
        gift = "" if total is None else self.site.gift(total)["id"]
        self.open().phone.press(f"a[href^='/-/giver/gift/{gift}']")
        return self

    def open_monthly(self):
        """The first monthly gift."""
        self.open().phone.press("a[href^='/-/giver/monthly/']")
        return self

    def unfold(self, form):
        """Opens the row of a form, unless it is open."""
        row = f"details:has(form[action$='/{form}'])"
        if self.phone.has(row) and not self.phone.has(row + "[open]"):
            self.phone.find(row + " summary").click()
        return self

    def change(self, form, **fields):
        """Sends one of the forms of a monthly gift, whose row is opened first: texts are written, lists chosen from."""
        self.unfold(form)
        for name, value in fields.items():
            field = f"form[action$='/{form}'] [name={name}]"
            if self.phone.find(field).tag_name == "select":
                self.phone.choose(field, value)
            elif value is True:
                self.phone.tick(field)
            else:
                self.phone.write(field, value)
        self.phone.press(f"form[action$='/{form}'] button")
        return self
