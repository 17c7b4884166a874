"""The pages of bookings and of who does the work, in the states that they can have."""

from donor import ASKED, REFUSED
from work import Work


def of(donor):
    return Work(donor.phone, donor.site)


def earned(donor, query=""):
    work = of(donor).quote().open().pay().complete()
    return work.open(work.asked("booking link", work.payee)["path"] + query)


STATES = {
    "booking": lambda donor: of(donor).quote().open(),
    "booking-right-to-left": lambda donor: of(donor).quote("نقل البيانو", address="شارع الملك").open(),
    "booking-not-now": lambda donor: of(donor).quote().open().press("form[action$='/cancel'] button"),
    "booking-declined": lambda donor: of(donor).quote().open().pay(REFUSED),
    "booking-bank": lambda donor: of(donor).quote().open().pay(ASKED),
    "booking-confirmed": lambda donor: of(donor).quote().open().pay(),
    "payee-set-up": lambda donor: of(donor).own(is_onboarded=False),
    "payee-processor": lambda donor: of(donor).own(is_onboarded=False).press("form button"),
    "payee-pending": lambda donor: of(donor).own(is_onboarded=False).connect("pending_verification"),
    "payee-failed": lambda donor: of(donor).own(is_onboarded=False).connect("rejected"),
    "payee-earnings": earned,
    "payee-between-days": lambda donor: earned(donor, "?period=custom&since=2026-01-01&until=2026-01-31"),
    "payee-year": lambda donor: earned(donor).press("main p a"),
    "payee-unknown": lambda donor: donor.tap("/-/payee/AAAAAAAAAAAAAAAAAAAAAA"),
}
