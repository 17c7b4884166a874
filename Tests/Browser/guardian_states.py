"""The pages of a guardian, in the states that they can have."""

from donor import ASKED, REFUSED
from guardian import Guardian


def of(donor):
    return Guardian(donor.phone, donor.site)


STATES = {
    "guardian-list": lambda donor: of(donor).open(),
    "guardian-review": lambda donor: of(donor).review(),
    "guardian-review-without-fee": lambda donor: of(donor).review("dep_khalid"),
    "guardian-declined": lambda donor: of(donor).review().approve(REFUSED),
    "guardian-paid": lambda donor: of(donor).review("dep_sarah").approve(),
    "guardian-bank": lambda donor: of(donor).review().approve(ASKED),
    "guardian-other-browser": lambda donor: of(donor).open("/-/dependents/0123456789ab"),
    "guardian-unknown-link": lambda donor: of(donor).open("/-/dependents/AAAAAAAAAAAAAAAAAAAAAA"),
}
