"""A card that is declined, a bank that asks, and the second card on the same gift."""

import pytest

from donor import ASKED, DECLINED, REFUSED, THANKS, VISA


@pytest.mark.parametrize("by", ["card", "wallet"])
def test_the_second_card_pays_the_same_gift(donor, by):
    donor.tap().choose(by=by).sign(card=REFUSED).confirm()
    assert donor.hears == DECLINED
    address, [before] = donor.phone.path, donor.site.gifts()
    assert before["status"] == "failed"
    donor.try_card(VISA)
    assert THANKS in donor.sees and donor.hears is None and donor.phone.path == address
    [gift] = donor.site.gifts()
    assert gift["status"] == "succeeded" and gift["id"] == before["id"]
    assert gift["payment_intent"] == before["payment_intent"]


def test_a_second_declined_card_is_told_again(donor):
    donor.give(card=REFUSED).try_card(REFUSED)
    assert donor.hears == DECLINED
    donor.try_card(VISA)
    assert THANKS in donor.sees and len(donor.site.gifts()) == 1


def test_a_declined_monthly_gift_begins_once_with_another_card(donor):
    donor.give("/WoodlandsChurch?f=12&r=1", card=REFUSED)
    assert donor.hears == DECLINED and "every month was not paid" in donor.sees
    donor.try_card(VISA)
    assert THANKS in donor.sees
    assert [one["status"] for one in donor.site.monthly()].count("active") == 1
    assert [one["status"] for one in donor.site.gifts()].count("succeeded") == 1


def test_the_bank_asks_and_the_donor_passes(donor):
    donor.give(card=ASKED)
    assert donor.heading == "Your bank" and "Do you want to pay $50.00 to The Woodlands Church?" in donor.sees
    assert donor.site.gifts()[0]["status"] == "requires_action"
    donor.answer_bank("passed")
    assert THANKS in donor.sees
    assert [one["status"] for one in donor.site.gifts()] == ["succeeded"]


def test_the_bank_asks_and_the_donor_fails(donor):
    donor.give(card=ASKED).answer_bank("failed")
    assert donor.hears == "Your bank did not confirm the payment. Please try another card or payment method."
    [before] = donor.site.gifts()
    assert before["status"] == "failed"
    donor.try_card(VISA)
    assert THANKS in donor.sees
    [gift] = donor.site.gifts()
    assert gift["status"] == "succeeded" and gift["id"] == before["id"]


def test_change_the_gift_after_a_declined_card(donor):
    """Begins another gift, with what was chosen for the one that was not paid."""
    donor.tap("/WoodlandsChurch?f=13&r=0").choose(amount="37.50", cover=True).sign(card=REFUSED).confirm()
    donor.phone.press("a.button.second")
    assert donor.phone.value("#other") == "37.50" and donor.phone.value("select[name=fund]") == "13"
    assert donor.phone.find("input[name=cover]").is_selected()
    donor.choose(amount="10").sign().confirm()
    assert THANKS in donor.sees
    assert sorted((one["amount_minor"], one["status"]) for one in donor.site.gifts()) == [
        (1000, "succeeded"), (3750, "failed")]
