"""The pages of an organization's own people, in the states that they can have."""

import json

from staff import Staff


def out(donor):
    """Before somebody has signed in."""
    return Staff(donor.phone.forget(), donor.site)


# The cookies of each person who has signed in.
cookies = {}


def signed_in(donor, name="treasurer"):
    if name in cookies:
        return out(donor).come_back(cookies[name])
    staff = out(donor).sign_in(name)
    cookies[name] = donor.phone.driver.get_cookies()
    return staff


def paused(donor):
    staff = out(donor)
    for _ in range(6):
        staff.sign_in("locked", "no sentence of mine")
    return staff


def right_to_left(donor):
    staff = signed_in(donor, "both")
    staff.org = "Salam"
    return staff.open("/gifts")


def sites(donor):
    """Gifts that came from the tags of two sites, and one that came from none."""
    for name, gifts in (("North", 6), ("South", 5)):
        donor.site.run("batch", "new", name, "--count", "1", "--place", "Door", "--campus", name, "--org", "Salam",
                       "--count-seats")
        [seat] = json.loads(donor.site.run("batch", "export", name, "--json"))["rows"]
        for number in range(gifts):
            donor.site.run("gift", "make", "--url", seat["url"], "--amount", "20", "--method", "pm_card_visa",
                           "--name", "A Donor", "--email", f"donor{number}@example.org")
    staff = signed_in(donor, "both")
    staff.org = "Salam"
    staff.open()
    assert all(staff.phone.has(f"svg[aria-label*='by site'] g:nth-of-type({number})") for number in (1, 2))
    return staff


def open_items(donor):
    """A disputed gift, and a payout that has not arrived."""
    for method in ("pm_card_createDispute", "pm_card_bypassPending"):
        donor.site.run("gift", "make", "--org", "Salam", "--amount", "40", "--method", method, "--name", "A Donor",
                       "--email", "donor@example.org")
    # The processor books a charge after two seconds. Each command reads what has happened since the one before.
    for _ in range(100):
        donor.site.run("payout", "run", "--org", "Salam")
        if (donor.site.run("gift", "list", "--org", "Salam", "--status", "disputed", "--json").count('"gift"')
                and "po_" in donor.site.run("payout", "list", "--org", "Salam")):
            break
    staff = signed_in(donor, "both")
    staff.org = "Salam"
    staff.open()
    assert staff.phone.has("td[data-name='Respond by'] time") and staff.phone.has("td[data-name=Arrival] time")
    return staff


def confirmed(donor):
    return signed_in(donor).open_gift("grace@example.org").ask_refund("120.00").confirm()


def add_fund(donor, id, name):
    staff = signed_in(donor).open("/new-fund")
    staff.phone.write("input[name=id]", id).write("input[name=name]", name).press("form[action$='/new-fund'] button")
    return staff


def match(donor, statement):
    staff = signed_in(donor).open("/payouts/bank")
    staff.phone.find("form[action$='/bank'] summary").click()
    staff.phone.write("textarea", statement).press("form[action$='/bank'] button")
    return staff


STATES = {
    "admin-sign-in": lambda donor: out(donor).open(),
    "admin-wrong-password": lambda donor: out(donor).sign_in(password="no sentence of mine"),
    "admin-paused": paused,
    "admin-organizations": lambda donor: signed_in(donor, "both"),
    "admin-second-factor": lambda donor: signed_in(donor).phone.press("a[href='/admin/second-factor']"),
    "admin-overview": lambda donor: signed_in(donor).open(),
    "admin-overview-empty": lambda donor: signed_in(donor, "chapel"),
    "admin-overview-sites": sites,
    "admin-overview-open-items": open_items,
    "admin-live": lambda donor: signed_in(donor).open("/live"),
    "admin-live-seats": lambda donor: signed_in(donor, "reader").open("/live?seats=1"),
    "admin-live-empty": lambda donor: signed_in(donor, "chapel").go("Live"),
    "admin-gifts": lambda donor: signed_in(donor).open("/gifts"),
    "admin-gifts-none": lambda donor: signed_in(donor).open("/gifts").search("nobody@example.org"),
    "admin-gifts-right-to-left": right_to_left,
    "admin-gift": lambda donor: signed_in(donor).open_gift(status="succeeded"),
    "admin-gift-monthly": lambda donor: signed_in(donor).open("/monthly").open_gift("donor@example.org", fund="12"),
    "admin-donor": lambda donor: signed_in(donor).open_donor("donor@example.org"),
    "admin-donor-note": lambda donor: signed_in(donor).open_donor("donor@example.org").phone.press("a[href$='/note']"),
    "admin-donor-note-saved": lambda donor: signed_in(donor).open_donor("grace@example.org").write_note("Likes tea"),
    "admin-gift-resent": lambda donor: signed_in(donor).open_gift("maryam@example.org").resend(),
    "admin-refund": lambda donor: signed_in(donor).open_gift("maryam@example.org").phone.press("a[href$=refund]"),
    "admin-refund-confirmation": lambda donor: signed_in(donor).open_gift("maryam@example.org").ask_refund("5"),
    "admin-refund-complaint": lambda donor: signed_in(donor).open_gift("maryam@example.org").ask_refund("5000"),
    "admin-gift-refunded": confirmed,
    "admin-funds": lambda donor: signed_in(donor).open("/funds"),
    "admin-fund": lambda donor: signed_in(donor).open("/funds/12"),
    "admin-fund-new": lambda donor: signed_in(donor).open("/new-fund"),
    "admin-fund-refused": lambda donor: add_fund(donor, "a b", "Bus"),
    "admin-monthly": lambda donor: signed_in(donor).open("/monthly"),
    "admin-payouts": lambda donor: signed_in(donor).open("/payouts"),
    "admin-payout": lambda donor: signed_in(donor).open("/payouts").phone.press("tbody a"),
    "admin-bank": lambda donor: signed_in(donor).open("/payouts/bank"),
    "admin-bank-refused": lambda donor: match(donor, "no statement"),
    "admin-bank-matched": lambda donor: match(donor, "Date,Description,Amount\n2026-03-04,STRIPE PAYOUT,12.00\n"),
    "admin-gifts-refused": lambda donor: signed_in(donor).open("/gifts?since=tomorrow"),
    "admin-statements": lambda donor: signed_in(donor).open("/statements"),
    "admin-statement": lambda donor: signed_in(donor).open("/statements").phone.press("tbody a[href*='/statements/']"),
    "admin-audit-log": lambda donor: signed_in(donor, "both").open("/audit-log"),
    "admin-people": lambda donor: signed_in(donor, "both").open("/people"),
    "admin-audit-log-none": lambda donor: signed_in(donor, "both").open("/audit-log?since=2999-01-01"),
    "admin-tags": lambda donor: signed_in(donor, "tags"),
    "admin-seats": lambda donor: signed_in(donor, "tags").phone.press("tbody a"),
    "admin-seats-managed": lambda donor: signed_in(donor, "tags").open("/tags/Welcome%20table"),
    "admin-seat": lambda donor: signed_in(donor, "tags").open("/tags/Welcome%20table/1"),
    "admin-seat-withdrawn": lambda donor: signed_in(donor, "tags").open("/tags/Welcome%20table/2"),
    "admin-unknown": lambda donor: signed_in(donor).open("/nothing"),
    "admin-not-for-the-role": lambda donor: signed_in(donor, "tags").open("/gifts"),
}
