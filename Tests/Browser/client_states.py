"""The page on which a contract is paid, in the states that it can have."""

from client import Client
from donor import ASKED, REFUSED

HALVES = ("--milestone", "First half=50", "--milestone", "Rest=50")


def of(donor, *arguments):
    return Client(donor.phone, donor.site).write(*arguments).open()


def cancelled(donor):
    client = of(donor)
    client.run("cancel", client.id, "--as", "payee", "--reason", "No time")
    return client.open()


def paper(client, name):
    return client.open(f"{client.link}/{name}")


STATES = {
    "pay-upfront": lambda donor: of(donor),
    "pay-milestone": lambda donor: of(donor, "House", "milestones", "50000", *HALVES),
    "pay-right-to-left": lambda donor: of(donor, "مطبخ جديد", "upfront", "1200"),
    "pay-declined": lambda donor: of(donor).pay(REFUSED),
    "pay-bank": lambda donor: of(donor).pay(ASKED),
    "pay-confirmed": lambda donor: of(donor, "House", "milestones", "50000", *HALVES).pay(),
    "pay-cancelled": cancelled,
    "pay-sheet": lambda donor: paper(of(donor, "House", "milestones", "50000", *HALVES), "sheet"),
    "pay-sheet-right-to-left": lambda donor: paper(of(donor, "مطبخ جديد", "upfront", "1200"), "sheet"),
    "pay-invoice": lambda donor: paper(of(donor).pay(), "invoice"),
    "pay-no-invoice": lambda donor: paper(of(donor), "invoice"),
    "pay-other-browser": lambda donor: donor.tap("/pay/0123456789ab"),
    "pay-unknown": lambda donor: donor.tap("/pay/AAAAAAAAAAAAAAAAAAAAAA"),
}
