"""Somebody of an organization's office, before its pages."""

from treasury import PASSWORD
from visitor import Visitor


class Staff(Visitor):
    """Who signs in below /admin, and what they do there."""

    def __init__(self, phone, site, org="WoodlandsChurch"):
        super().__init__(phone, site)
        self.org = org

    def sign_in(self, name="treasurer", password=PASSWORD):
        """Fills the form in and sends it."""
        self.phone.open(self.site.address + "/admin/sign-in")
        self.phone.write("input[name=email]", f"{name}@example.org").write("input[name=password]", password)
        self.phone.press("form[action='/admin/sign-in'] button")
        return self

    def come_back(self, cookies):
        """Restores the session of an earlier sign-in: checking a password takes a quarter of a second."""
        self.phone.open(self.site.address + "/admin/sign-in")
        for cookie in cookies:
            self.phone.driver.add_cookie(cookie)
        self.phone.open(self.site.address + "/admin")
        return self

    def open(self, page=""):
        """A page of the organization."""
        self.phone.open(f"{self.site.address}/admin/org/{self.org}{page}")
        return self

    def go(self, words):
        """A page by its words in the navigation."""
        [link] = [link for link in self.phone.driver.find_elements("css selector", "nav a") if link.text == words]
        with self.phone.leaving():
            link.click()
        return self

    def unfold(self, details):
        """Opens details that are closed."""
        if not self.phone.has(details + "[open]"):
            self.phone.find(details + " summary").click()
        return self

    def search(self, text="", fund="", status=""):
        """Fills the search in, on the page of gifts."""
        self.unfold("details.more")
        self.phone.write("input[name=q]", text)
        self.phone.choose("select[name=fund]", fund).choose("select[name=status]", status)
        self.phone.press("form[role=search] button")
        return self

    def open_gift(self, text="", fund="", status=""):
        """The newest gift of a search."""
        self.open("/gifts").search(text, fund, status).phone.press("tbody a[href*='/gifts/']")
        return self

    def open_donor(self, text):
        """The donor of the newest gift of a search."""
        self.open("/gifts").search(text).phone.press("tbody a[href*='/donors/']")
        return self

    def write_note(self, text):
        """Writes the note about the donor of the page."""
        self.phone.press("a[href$='/note']")
        self.phone.write("textarea[name=note]", text).press("form[action$='/note'] button")
        return self

    def resend(self):
        """Sends the receipt of the page's gift again."""
        self.phone.press("form[action$='/receipt'] button")
        return self

    def ask_refund(self, amount):
        """Types an amount on the page of a gift that shall go back, and goes on."""
        self.phone.press("a[href$='/refund']")
        self.phone.write("input[name=amount]", amount).press("form[method=get] button")
        return self

    def confirm(self):
        self.phone.press("form[action$='/refund'][method=post] button")
        return self

    def sign_out(self):
        self.phone.press("form[action='/admin/sign-out'] button")
        return self

    def sheet(self, folder):
        """The file behind "Download all as CSV"."""
        return self.phone.download("a[download]", folder).read_bytes().decode()

    @property
    def rows(self):
        """The cells of each line of the page's first table."""
        lines = self.phone.find("table.list").find_elements("css selector", "tbody tr")
        return [[" ".join(cell.text.split()) for cell in line.find_elements("css selector", "td")] for line in lines]
