"""From the tap to the thank-you, once and monthly, by card and by the simulated wallet."""

import calendar
import datetime

import pytest

from donor import CHANGE, CHARGE, THANKS


# G1-23
def test_by_card(donor):
    donor.tap()
    assert donor.heading == "The Woodlands Church"
    assert "For Missions" in donor.sees or donor.phone.value("select[name=fund]") == "12"
    assert donor.phone.value("input[name=amount]:checked") == "50.00"
    assert donor.phone.value("input[name=monthly]:checked") == "0"
    donor.choose()
    assert "Review your gift. You haven't been charged" in donor.sees and "Total $50.00" in donor.sees
    assert donor.site.gifts() == []
    donor.sign().confirm()
    assert THANKS in donor.sees and "Charged $50.00" in donor.sees
    [gift] = donor.site.gifts()
    assert (gift["status"], gift["fund"], gift["total_minor"], gift["recurring"]) == ("succeeded", "12", 5000, None)
    assert gift["receipt_number"] in donor.sees and gift["tap"]
    assert donor.site.balanced()


# G1-11
def test_by_wallet(donor):
    """The wallet knows who its owner is: nothing is typed."""
    donor.tap()
    assert donor.phone.text("button[name=by][value=wallet]") == "Give Now via Apple Pay"
    donor.choose(by="wallet")
    assert "Apple Pay, simulated" in donor.sees and "Pay The Woodlands Church: $50.00" in donor.sees
    assert donor.site.gifts() == []
    donor.confirm()
    assert THANKS in donor.sees
    [gift] = donor.site.gifts()
    assert (gift["status"], gift["total_minor"]) == ("succeeded", 5000)


@pytest.mark.parametrize("by", ["card", "wallet"])
def test_monthly_says_amount_and_dates_before_it_charges(donor, by):
    donor.tap("/WoodlandsChurch?f=12&r=1")
    assert "Make this a recurring monthly donation?" in donor.sees
    assert donor.phone.value("input[name=monthly]:checked") == "1"
    donor.choose(amount="20", by=by)
    first, second = [
        datetime.date.fromisoformat(time.get_attribute("datetime"))
        for time in donor.phone.driver.find_elements("css selector", "time")]
    assert abs(first - datetime.datetime.now(datetime.timezone.utc).date()) <= datetime.timedelta(days=1)
    assert second == month_after(first)
    assert f"$20.00 every month First: today, {shown(first)} Next: {shown(second)}" in donor.sees
    assert donor.phone.text(CHARGE) == ("Give $20.00 every month" if by == "card" else "Confirm with simulated Face ID")
    assert donor.site.gifts() == [] and donor.site.monthly() == []
    (donor.sign() if by == "card" else donor).confirm()
    assert THANKS in donor.sees and f"$20.00 every month until you cancel. The next charge is on {shown(second)}" in donor.sees
    [gift], [monthly] = donor.site.gifts(), donor.site.monthly()
    assert gift["recurring"] == monthly["id"] and gift["status"] == "succeeded"
    assert (monthly["status"], monthly["total_minor"]) == ("active", 2000)
    assert monthly["next_charge"].startswith(second.isoformat())


def month_after(day):
    """The same day of the next month, or its last one."""
    year, month = (day.year, day.month + 1) if day.month < 12 else (day.year + 1, 1)
    return datetime.date(year, month, min(day.day, calendar.monthrange(year, month)[1]))


def shown(day):
    return f"{day.day} {day:%B %Y}"


# G1-10
def test_monthly_is_an_offer(donor):
    """r=1 preselects Monthly; a donor who chooses Once gives once."""
    donor.give("/WoodlandsChurch?f=12&r=1", monthly=False)
    assert THANKS in donor.sees and "every month" not in donor.sees
    assert donor.site.monthly() == [] and donor.site.gifts()[0]["recurring"] is None


def test_what_is_typed_counts_more_than_a_button(donor):
    donor.tap().choose(preset="100.00", amount="37.50")
    assert "Total $37.50" in donor.sees


def test_the_fee_is_covered_only_when_it_is_ticked(donor):
    donor.tap().choose(cover=True)
    assert "Gift for Missions $50.00 Fee that you cover $1.80 Total $51.80" in donor.sees
    donor.sign().confirm()
    [gift] = donor.site.gifts()
    assert (gift["amount_minor"], gift["covered_fee_minor"], gift["total_minor"]) == (5000, 180, 5180)


def test_change_it_comes_back_with_all_that_was_chosen(donor):
    donor.tap().choose(amount="37.50", fund="13", monthly=True, cover=True)
    donor.phone.press(CHANGE)
    assert donor.phone.value("#other") == "37.50" and donor.phone.value("select[name=fund]") == "13"
    assert donor.phone.value("input[name=monthly]:checked") == "1" and donor.phone.find("input[name=cover]").is_selected()
    donor.choose(amount="40", monthly=False)
    assert [donor.phone.value(f"input[name={field}]") for field in ("name", "email", "phone")] == ["", "", ""]
    donor.sign().confirm()
    [gift] = donor.site.gifts()
    assert (gift["amount_minor"], gift["fund"], gift["recurring"]) == (4000, "13", None)


def test_who_gives_is_not_typed_again_where_the_gift_is_changed(donor):
    donor.tap().choose().sign(name="مريم")
    donor.phone.press(CHANGE)
    # Nothing of it stands in an address.
    assert "example.org" not in donor.phone.path and "%D9" not in donor.phone.path
    donor.choose(amount="40")
    assert "example.org" not in donor.phone.path
    fields = [donor.phone.value(f"input[name={field}]") for field in ("name", "email", "phone")]
    assert fields == ["مريم", "donor@example.org", "+1 202 555 0101"]
    donor.confirm()
    assert THANKS in donor.sees and "$40.00" in donor.sees
    # Another form knows nothing of it.
    donor.tap().choose()
    assert donor.phone.value("input[name=name]") == ""


def test_a_name_from_right_to_left_moves_nothing_around_it(donor):
    donor.tap("/Salam?f=1&r=0")
    assert donor.heading == "كنيسة السلام"
    assert donor.phone.driver.execute_script(
        "return getComputedStyle(document.querySelector('h1 bdi')).direction") == "rtl"
    donor.choose().sign(name="مريم").confirm()
    assert THANKS in donor.sees
    assert "To كنيسة السلام For ترميم المبنى Gift $50.00" in donor.sees
