"""What an office has after some weeks: gifts, a payout, seats with tags, and people who look after them."""

import datetime
import json

import church

PASSWORD = "a sentence of my own"

# Name, role, organizations.
STAFF = [
    ("treasurer", "treasurer", ["WoodlandsChurch"]), ("reader", "read-only", ["WoodlandsChurch"]),
    ("tags", "tags", ["WoodlandsChurch"]), ("both", "owner", ["WoodlandsChurch", "Salam"]),
    ("chapel", "owner", ["Alone"]), ("locked", "treasurer", ["WoodlandsChurch"]),
]

# One a minute, in this order. The first two can be paid out at once, and are.
BEFORE_THE_PAYOUT = [
    ("50", "12", "A Donor", "donor@example.org", ["--cover-fees"]),
    ("500", "13", "Grace O'Malley-Featherstonehaugh", "grace@example.org", []),
]
AFTER_IT = [
    ("20", "12", "مريم", "maryam@example.org", []),
    ("25", "12", "A Donor", "donor@example.org", ["--recurring"]),
    ("35.50", "13", "A Donor", "donor@example.org", []),
]


def fill(program, folder):
    """Makes all of it, with the command line alone."""
    def run(*arguments, **more):
        return church.tapctl(program, folder, *arguments, **more)

    beginning = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(minutes=30)

    def minute(number):
        return (beginning + datetime.timedelta(minutes=number)).strftime("%Y-%m-%dT%H:%M:%SZ")

    def give(number, gift, method):
        amount, fund, name, email, options = gift
        run("gift", "make", "--org", "WoodlandsChurch", "--fund", fund, "--amount", amount, "--method", method,
            "--name", name, "--email", email, *options, now=minute(number))

    for number, gift in enumerate(BEFORE_THE_PAYOUT):
        give(number, gift, "pm_card_bypassPending")
    run("payout", "run", now=minute(9))
    for number, gift in enumerate(AFTER_IT):
        give(10 + number, gift, "pm_card_visa")
    run("gift", "make", "--org", "Salam", "--fund", "1", "--amount", "77", "--method", "pm_card_visa",
        "--name", "Another Donor", "--email", "another@example.org")

    # Five seats, of which three have their tag: one is tapped often, one twice, one never.
    box = folder.parent / "box"
    run("sim", "tag", "new", f"{box}/", "--count", "3", "--uid", "04E141124C28A0")
    run("batch", "new", "Main hall", "--count", "5", "--place", "rows A-E", "--org", "WoodlandsChurch", "--fund", "12",
        "--campus", "North", "--count-seats")
    # No fourth tag comes: 75.
    run("batch", "run", "Main hall", "--reader", f"sim:{box}", "--wait", "1", code=75)
    seats = json.loads(run("batch", "export", "Main hall", "--json"))["rows"]
    for seat, taps in zip(seats, (6, 2)):
        for _ in range(taps):
            run("invoke", seat["url"])

    # Two tags whose destination can be changed, of which one was withdrawn.
    run("batch", "new", "Welcome table", "--count", "2", "--place", "Table", "--org", "WoodlandsChurch", "--fund", "12",
        "--managed")
    run("managed", "revoke", "--batch", "Welcome table", "--seat", "Table 2", "--yes")

    for name, role, organizations in STAFF:
        scope = [word for org in organizations for word in ("--org", org)]
        run("admin", "add", f"{name}@example.org", *scope, "--role", role, "--password", "-", typed=PASSWORD + "\n")
