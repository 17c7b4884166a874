"""What donors see and change of their own, from the e-mail on."""

import datetime

import pytest

from donor import REFUSED, Donor


@pytest.fixture
def given(giver):
    """A gift, one of another person, and a monthly one; the donor has signed in."""
    giver.site.give("50", "--fund", "12")
    giver.site.give("90", "--fund", "12", name="B Donor", email="b@example.org")
    giver.site.give("20", "--fund", "12", "--recurring")
    return giver.sign_in()


def monthly(giver):
    """The one monthly gift, as the books have it."""
    [one] = giver.site.monthly()
    return one


def test_from_the_thanks_to_ones_own_gifts(giver):
    Donor(giver.phone, giver.site).give(cover=True)
    giver.phone.press("a[href='/-/giver']")
    giver.phone.write("input[name=email]", "donor@example.org").press("form button")
    assert "If gifts were made with this address, a link is on its way" in giver.sees
    giver.open_link(giver.link()).phone.press("form button")
    assert giver.phone.path == "/-/giver" and "donor@example.org" in giver.sees
    assert "Missions, The Woodlands Church $51.80 including the covered fee Received" in giver.sees


def test_a_link_opens_once(giver):
    giver.site.give("50")
    link = giver.link()
    # Whoever only looks at it, as programs that check e-mails do, uses nothing up.
    for _ in range(2):
        assert "Open my gifts" in giver.open_link(link).sees
    giver.phone.press("form button")
    assert "Yearly statements" in giver.sees
    giver.phone.forget()
    assert "This link is no longer valid" in giver.open_link(link).sees
    assert not giver.phone.has("form")
    assert "You are not signed in" in giver.open("/statements").sees


def test_an_address_that_nobody_gave_with_reads_the_same_and_gets_no_mail(giver):
    giver.site.give("50")
    answers = []
    for address in ("nobody@example.org", "donor@example.org"):
        answers.append(giver.ask(address).sees)
    assert answers[0] == answers[1]
    giver.link()
    assert {letter["To"] for letter in giver.letters()} == {"donor@example.org"}


def test_gifts_receipt_and_statement(given, tmp_path):
    assert "$20.00 every month" in given.sees and "$90.00" not in given.sees and "B Donor" not in given.sees
    given.open_gift(2000)
    number = given.site.gift(2000)["receipt_number"]
    assert "Your gift of $20.00: Received" in given.sees and f"Receipt {number}" in given.sees
    given.phone.press("a[href*='/receipt/']")
    assert number in given.sees and "TEST: no money moved, not a receipt" in given.sees
    given.open().phone.press("a[href$='/statements']")
    year = str(datetime.datetime.now(datetime.timezone.utc).year)
    sheet = given.phone.download("a[download][href$='.csv']", tmp_path).read_text()
    assert sheet.startswith('"date","gift","fund",') and "50.00" in sheet and "90.00" not in sheet
    given.phone.press("th a")
    assert f"Statement of gifts {year}" in given.sees and "$50.00" in given.sees and "$90.00" not in given.sees


def test_a_gift_of_somebody_else_is_not_found(given):
    assert "There is no gift" in given.open(f"/gift/{given.site.gift(9000)['id']}").sees
    assert "90.00" not in given.sees and "B Donor" not in given.sees


def test_another_amount_holds_from_the_next_charge_on(given):
    given.open_monthly().change("amount", amount="30")
    assert "Your monthly gift was changed. Next charge: $30.00 on" in given.sees
    assert monthly(given)["total_minor"] == 3000 and len(given.site.gifts()) == 3
    given.change("amount", amount="0.01")
    assert given.hears and monthly(given)["total_minor"] == 3000


def test_another_day_fund_and_card(given):
    given.open_monthly().change("day", day="17").change("fund", fund="13").change("card", method="pm_card_amex")
    assert "Day of the month 17" in given.sees and "For New roof" in given.sees
    assert "Card Test Amex 0005" in given.sees
    assert monthly(given)["fund"] == "13" and "-17T" in monthly(given)["next_charge"]


def test_a_pause_until_a_day_and_without_one_and_back(given):
    given.open_monthly().unfold("pause")
    until = datetime.date.fromisoformat(given.phone.find("[name=until]").get_attribute("max"))
    # As it is typed where dates are written in the American way; a field that is cleared takes its first part first.
    given.phone.find("[name=until]").send_keys(until.strftime("%m%d%Y"))
    given.change("pause")
    assert "after a pause" in given.sees and monthly(given)["status"] == "paused"
    given.change("resume")
    assert monthly(given)["status"] == "active"
    given.change("pause")
    assert "Next charge none until you resume the gift" in given.sees and monthly(given)["status"] == "paused"


def test_the_end_is_the_end(given):
    given.open_monthly().unfold("end")
    # The browser itself wants the tick.
    given.phone.find("form[action$='/end'] button").click()
    assert given.phone.has("[name=sure]:invalid") and monthly(given)["status"] == "active"
    given.change("end", sure=True)
    assert "none: the monthly gift is canceled" in given.sees and not given.phone.has("form:not([action$='/out'])")
    assert monthly(given)["status"] == "canceled" and given.site.balanced()


def test_a_mistake_goes_back_once(given):
    form = "form[action$='/refund']"
    kept = given.open_gift(2000).phone.form(form)
    given.change("refund")
    assert "Your gift of $20.00: Refunded" in given.sees and "(void)" in given.sees
    # The page offers it no more, so the form is sent as another window would have kept it.
    assert not given.open_gift(2000).phone.has(form)
    given.phone.send(kept)
    assert "Your gift of $20.00: Refunded" in given.sees
    assert sorted((one["total_minor"], one["status"]) for one in given.site.gifts()) == [
        (2000, "refunded"), (5000, "succeeded"), (9000, "succeeded")]
    assert given.site.balanced()


def test_out_and_nothing_is_seen(given):
    given.phone.press("form[action='/-/giver/out'] button")
    assert "Send me a link" in given.sees
    assert "You are not signed in" in given.open("/statements").sees


def test_a_declined_gift_is_shown_as_not_paid(giver):
    Donor(giver.phone, giver.site).give(card=REFUSED)
    giver.sign_in()
    assert "$50.00 Not paid" in giver.sees
