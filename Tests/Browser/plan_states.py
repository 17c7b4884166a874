"""The pages of plans, in the states that they can have."""

from buyer import Buyer
from donor import ASKED, REFUSED


def of(donor):
    return Buyer(donor.phone, donor.site)


STATES = {
    "plan": lambda donor: of(donor).offer(),
    "plan-free": lambda donor: of(donor).offer("free"),
    "plan-sold-in-talk": lambda donor: of(donor).offer("enterprise_plus"),
    "plan-unknown": lambda donor: of(donor).offer("gold"),
    "plan-checkout": lambda donor: of(donor).checkout(),
    "plan-declined": lambda donor: of(donor).checkout().pay(REFUSED),
    "plan-bank": lambda donor: of(donor).checkout().pay(ASKED),
    "plan-active": lambda donor: of(donor).checkout().pay(),
    "plan-cancelling": lambda donor: of(donor).checkout().pay().change("end"),
    "plan-ended": lambda donor: of(donor).checkout().pay().change("now"),
}
