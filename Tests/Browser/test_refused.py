"""What leads to no gift, and what a donor reads then."""

import pytest


@pytest.mark.parametrize("target, heading, words", [
    ("/Nobody?f=1&r=0", "Unknown organization", "Nobody"),
    ("/WoodlandsChurch?f=99&r=0", "Unknown fund", "has no fund"),
    ("/t/4k2m9x0p7q", "Unknown tag", "Nothing was charged."),
    ("/-/give/AAAAAAAAAAAAAAAAAAAAAA", "This gift cannot be shown", "more than a day ago"),
])
def test_a_link_that_leads_to_no_gift_is_explained(donor, target, heading, words):
    donor.tap(target)
    assert donor.heading == heading and words in donor.sees
    assert not donor.phone.has("form") and "Test mode: no real charges" in donor.sees


def test_from_an_unknown_fund_to_a_choice(donor):
    donor.tap("/WoodlandsChurch?f=99&r=0")
    donor.phone.press("a.button")
    assert donor.phone.value("select[name=fund]") == ""
    donor.choose(fund="13")
    assert "Gift for New roof $50.00" in donor.sees


def test_a_closed_fund_is_said_and_never_taken_for_another(donor):
    donor.tap("/WoodlandsChurch?f=14&r=0")
    assert donor.phone.text(".note") == '"Bus of 1998" is closed. Please choose what your gift is for.'
    assert donor.phone.value("select[name=fund]") == ""
    # The browser itself asks for it.
    donor.phone.find("button[name=by][value=card]").click()
    assert donor.phone.has("select[name=fund]:invalid") and "Review your gift" not in donor.sees
    donor.choose(fund="12")
    assert "Gift for Missions $50.00" in donor.sees and donor.site.gifts() == []


@pytest.mark.parametrize("amount", ["1", "20000", "five", "-5"])
def test_an_amount_that_is_none_is_asked_for_again(donor, amount):
    donor.tap().choose(amount=amount)
    assert donor.hears and donor.phone.value("#other") == amount
    donor.choose(amount="25")
    assert "Total $25.00" in donor.sees


def test_who_gives_is_asked_for_by_the_browser(donor):
    donor.tap().choose()
    donor.phone.find("form[action='/-/give'] button").click()
    assert donor.phone.has("input[name=name]:invalid") and donor.site.gifts() == []


def test_a_card_number_is_not_kept(donor):
    donor.tap().choose().sign(name="4242 4242 4242 4242").confirm()
    assert "Do not enter a card number here" in donor.hears and donor.site.gifts() == []
    donor.sign().confirm()
    assert "Thank you for your generosity!" in donor.sees
