"""Every page in the states that somebody can meet, each looked at once: by day, by night, and those of a desk there."""

import dataclasses
import functools

import axe
import client_states
import factor_states
import focus
import giver_states
import guardian_states
import layout
import plan_states
import processor_states
import staff_states
import work_states
from donor import ASKED, REFUSED

# How a donor comes to each page; a picture has its name.
STATES = {
    "front": lambda donor: donor.tap("/"),
    "giving": lambda donor: donor.tap(),
    "giving-monthly": lambda donor: donor.tap("/WoodlandsChurch?f=12&r=1"),
    "giving-monthly-only": lambda donor: donor.tap("/Alone?f=1&r=0"),
    "giving-no-fund": lambda donor: donor.tap("/WoodlandsChurch?f=&r=0"),
    "giving-closed-fund": lambda donor: donor.tap("/WoodlandsChurch?f=14&r=0"),
    "giving-too-little": lambda donor: donor.tap().choose(amount="1"),
    "giving-right-to-left": lambda donor: donor.tap("/Salam?f=1&r=0"),
    "giving-long-names": lambda donor: donor.tap("/Long?r=0"),
    "review-card": lambda donor: donor.tap().choose(cover=True),
    "review-wallet": lambda donor: donor.tap().choose(by="wallet"),
    "review-monthly": lambda donor: donor.tap("/WoodlandsChurch?f=12&r=1").choose(amount="37.50"),
    "review-right-to-left": lambda donor: donor.tap("/Salam?f=1&r=0").choose(by="wallet"),
    "review-long-names": lambda donor: donor.tap("/Long?r=0").choose(cover=True),
    "review-complaint": lambda donor: donor.tap().choose().sign(name="4242 4242 4242 4242").confirm(),
    "declined": lambda donor: donor.give(card=REFUSED),
    "bank": lambda donor: donor.give(card=ASKED),
    "bank-refused": lambda donor: donor.give(card=ASKED).answer_bank("failed"),
    "thanks": lambda donor: donor.give(cover=True),
    "thanks-monthly": lambda donor: donor.give("/WoodlandsChurch?f=12&r=1"),
    "thanks-right-to-left": lambda donor: donor.give("/Salam?f=1&r=0"),
    "thanks-long-names": lambda donor: donor.give("/Long?r=0"),
    "receipt": lambda donor: donor.give().phone.press("a[href$='/receipt']"),
    "unknown-organization": lambda donor: donor.tap("/Nobody?f=1&r=0"),
    "unknown-fund": lambda donor: donor.tap("/WoodlandsChurch?f=99&r=0"),
    "unknown-tag": lambda donor: donor.tap("/t/4k2m9x0p7q"),
    "unknown-gift": lambda donor: donor.tap("/-/give/AAAAAAAAAAAAAAAAAAAAAA"),
    "unknown-page": lambda donor: donor.tap("/WoodlandsChurch/more"),
    "wallet": lambda donor: donor.tap("/-/wallet"),
    "giving-question": lambda donor: donor.tap().choose(amount="1.234"),
    "review-broken-link": lambda donor: donor.tap("/-/review?org=WoodlandsChurch"),
    **client_states.STATES,
    **giver_states.STATES,
    **guardian_states.STATES,
    **plan_states.STATES,
    **processor_states.STATES,
    **factor_states.STATES,
    **staff_states.STATES,
    **work_states.STATES,
}

# What a page asks for beside itself.
ASKS_FOR = {
    "admin-live": ["/admin/live.js", "/admin/org/WoodlandsChurch/live/events"],
    "admin-live-seats": ["/admin/live.js", "/admin/org/WoodlandsChurch/live/events"],
    "admin-live-empty": ["/admin/live.js", "/admin/org/Alone/live/events"],
    **{f"{page}-long-names": ["/logo.svg"] for page in ("giving", "review", "thanks")},
}

# Pages that cannot be opened again.
SHOWN_ONCE = {"admin-recovery-codes", "processor-onboarding"}

# Pages with tables, which are read at a desk, too.
OF_A_DESK = frozenset(staff_states.STATES) | frozenset(factor_states.STATES)

# The amounts in tables that stand on more than one line.
BROKEN_AMOUNTS = """
return [...document.querySelectorAll('td')].filter(cell => {
  const text = document.createRange();
  text.selectNodeContents(cell);
  const [first, ...others] = text.getClientRects();
  return /^[$€][\\d,.]+$/.test(cell.textContent) && others.some(other => other.top >= first.bottom);
}).map(cell => cell.textContent);
"""


@dataclasses.dataclass
class Look:
    """What was to be seen of a page."""

    source: str
    # The paths of all requests behind the page's own.
    asked_for: list
    octets: int
    shifts: float
    width: int
    # None where the page is one for phones.
    desk_width: int | None
    broken_amounts: list
    by_day: list
    by_night: list
    # Controls that the keyboard does not reach well, and text that a narrow screen or large type hides.
    reach: list


class Gallery:
    """Opens each page when it is first asked for."""

    def __init__(self, donor, pictures):
        self.donor, self.pictures = donor, pictures
        self.see = functools.cache(self._see)

    def _see(self, name):
        phone = self.donor.phone.night(False)
        STATES[name](self.donor)
        if name not in SHOWN_ONCE:
            # Once more by itself: what a page asks for, and how it moves, is told from its own beginning.
            phone.requests()
            phone.reload()
        shifts = phone.shifts()
        requests, octets = phone.requests()
        # On a busy machine, the browser may paint half a table, and move its columns when the rest arrives. A fault of
        # the page moves something each time.
        for _ in range(2):
            if shifts and name not in SHOWN_ONCE:
                phone.reload()
                shifts = min(shifts, phone.shifts())
        if name in SHOWN_ONCE:
            requests, octets = [], len(phone.source)
        found = {}
        for time, is_night in (("", False), ("-night", True)):
            phone.night(is_night).picture(self.pictures / f"{name}{time}.png")
            found[is_night] = axe.violations(phone, axe.COLORS if is_night else axe.OPTIONS)
        phone.night(False)
        width, broken = phone.width, phone.driver.execute_script(BROKEN_AMOUNTS)
        desk_width = self._at_desk(name) if name in OF_A_DESK else None
        reach = focus.flaws(phone) + layout.flaws(phone, name not in OF_A_DESK and "processor" not in name)
        asked_for = ["/" + address.split("?")[0].split("/", 3)[3] for _, address in requests[1:]]
        return Look(
            phone.source, asked_for, octets, shifts, width, desk_width, broken, found[False], found[True], reach)

    def _at_desk(self, name):
        with self.donor.phone.desk() as desk:
            desk.picture(self.pictures / f"{name}-desk.png")
            return desk.width
