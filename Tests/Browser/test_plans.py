"""From a plan's tag to what somebody has (P4-12, P4-16)."""

import pytest

from buyer import Buyer
from donor import DECLINED, REFUSED


@pytest.fixture
def buyer(phone, site):
    return Buyer(phone.forget(), site)


# P4-12
def test_from_the_offer_to_the_plan(buyer):
    buyer.offer()
    assert buyer.heading == "Upgrade to Plus" and "$9.99/month" in buyer.sees and "AI Concierge" in buyer.sees
    buyer.phone.press("form button")
    assert "$9.99 every month" in buyer.sees and "Next:" in buyer.sees
    buyer.pay()
    assert buyer.heading == "You have Plus" and buyer.site.balanced()
    buyer.phone.reload()
    assert buyer.heading == "You have Plus"


def test_a_declined_card_leaves_it_to_another_one(buyer):
    buyer.checkout().pay(REFUSED)
    assert buyer.hears == DECLINED and buyer.phone.value("input[name=name]") == "Ann"
    buyer.pay()
    assert buyer.heading == "You have Plus"


def test_twice_is_once(buyer):
    buyer.checkout()
    buyer.phone.write("input[name=name]", "Ann")
    buyer.phone.write("input[name=email]", "ann@example.org")
    buyer.phone.press_twice("form button")
    assert buyer.heading == "You have Plus"
    buyer.phone.back()
    if buyer.phone.has("input[name=name]"):
        buyer.pay()
    assert buyer.heading == "You have Plus"
    assert buyer.site.run("ledger", "balances", "--prefix", "revenue:plan").count("-9.99") == 1


# P4-16
def test_it_ends_goes_on_and_ends_now(buyer):
    buyer.checkout().pay().change("end")
    assert buyer.heading == "Plus will not be renewed" and "you will not be charged again" in buyer.sees
    buyer.change("resume")
    assert buyer.heading == "You have Plus"
    buyer.change("now")
    assert buyer.heading == "Your plan is Free"


def test_a_bank_that_asks_is_answered(buyer):
    buyer.checkout().pay("pm_card_authenticationRequired")
    assert buyer.heading == "Your bank"
    buyer.phone.press("button[name=answer][value=passed]")
    assert buyer.heading == "You have Plus" and buyer.site.balanced()


@pytest.mark.parametrize("code, words", [("enterprise_plus", "Contact sales"), ("free", "This plan is free for everyone."),
                                         ("gold", "This link does not open a plan")])
def test_what_cannot_be_bought_says_so(buyer, code, words):
    buyer.offer(code)
    assert words in buyer.sees and not buyer.phone.has("form")
