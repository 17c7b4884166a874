"""The pages that a donor sees of their own, in the states that they can have."""

from giver import Giver


def of(donor):
    return Giver(donor.phone, donor.site)


def fresh(donor):
    """Before somebody has signed in."""
    return Giver(donor.phone.forget(), donor.site)


def signed_in(donor):
    return of(donor).sign_in()


# A link that never was; one that was used looks the same.
NO_LINK = "/link/" + "0" * 32

STATES = {
    "giver-ask": lambda donor: fresh(donor).open(),
    "giver-ask-complaint": lambda donor: fresh(donor).ask("donor@localhost"),
    "giver-asked": lambda donor: fresh(donor).ask("nobody@example.org"),
    "giver-not-signed-in": lambda donor: fresh(donor).open("/statements"),
    "giver-dead-link": lambda donor: fresh(donor).open(NO_LINK),
    "giver-link": lambda donor: of(donor).open_link(fresh(donor).link()),
    "giver-gifts": lambda donor: signed_in(donor).open(),
    "giver-gift": lambda donor: signed_in(donor).open_gift(),
    "giver-receipt": lambda donor: signed_in(donor).open_gift().phone.press("a[href*='/receipt/']"),
    "giver-unknown": lambda donor: signed_in(donor).open("/gift/gift_none"),
    "giver-sessions": lambda donor: signed_in(donor).open("/sessions"),
    "giver-statements": lambda donor: signed_in(donor).open("/statements"),
    "giver-statement": lambda donor: signed_in(donor).open("/statements").phone.press("th a"),
    "giver-monthly": lambda donor: signed_in(donor).open_monthly(),
    "giver-monthly-changed": lambda donor: signed_in(donor).open_monthly().change("day", day="31"),
    "giver-monthly-complaint": lambda donor: signed_in(donor).open_monthly().change("amount", amount="0.01"),
    "giver-monthly-paused": lambda donor: signed_in(donor).open_monthly().change("pause"),
    "giver-monthly-ended": lambda donor: signed_in(donor).open_monthly().change("end", sure=True),
    "giver-gift-taken-back": lambda donor: signed_in(donor).open_gift().change("refund"),
}
