"""From a contract's payment link to the confirmation (C0-12, C0-15, C0-16, C0-33)."""

import re

import pytest

from client import Client
from client_states import HALVES
from donor import ASKED, DECLINED, REFUSED


@pytest.fixture
def client(phone, site):
    return Client(phone.forget(), site)


# C0-34
def test_upfront(client):
    client.write().open()
    assert client.heading == "The Woodlands Church" and "You haven't been charged" in client.sees
    assert "Kitchen" in client.sees and "Total $50,000.00" in client.sees
    assert "The platform keeps $2,500.00" in client.sees and "receives $47,500.00" in client.sees
    assert client.contract["status"] == "pending_signature"
    client.pay()
    assert "Payment confirmed" in client.sees and "Total $50,000.00" in client.sees
    assert client.contract["status"] == "active" and client.contract["milestones"][0]["paid_minor"] == 5000000
    assert client.site.balanced()


# C0-01, C0-52
def test_from_the_wallet(client):
    client.write().open()
    assert "Pay with Apple Pay" in client.sees
    client.phone.press("button.wallet")
    assert "Payment confirmed" in client.sees and client.contract["status"] == "active"


def test_a_milestone_is_held(client):
    client.write("House", "milestones", "50000", *HALVES).open()
    assert "First half, 1 of 2" in client.sees and "Total $25,000.00" in client.sees
    client.pay()
    assert "held until this part of the work is done" in client.sees
    assert [part["status"] for part in client.contract["milestones"]] == ["funded", "planned"]


def test_a_declined_card_leaves_the_payment_to_another_one(client):
    client.write().open().pay(REFUSED)
    assert client.hears == DECLINED and client.contract["status"] == "pending_signature"
    client.pay()
    assert "Payment confirmed" in client.sees
    [attempt] = client.contract["milestones"]
    assert attempt["paid_minor"] == 5000000


@pytest.mark.parametrize("answer, is_paid", [("passed", True), ("failed", False)])
def test_a_bank_that_asks(client, answer, is_paid):
    client.write().open().pay(ASKED)
    assert client.heading == "Your bank" and "$50,000.00" in client.sees
    client.answer_bank(answer)
    assert ("Payment confirmed" in client.sees) == is_paid
    assert (client.contract["milestones"][0]["paid"] is not None) == is_paid
    if not is_paid:
        assert "Your bank did not confirm the payment." in client.hears
        client.pay()
        assert "Payment confirmed" in client.sees


def test_twice_is_once(client):
    """A double click, the back button, and the form sent once more are one charge."""
    client.write().open()
    form = client.phone.form("form")
    client.phone.press_twice("form button:not(.wallet)")
    assert "Payment confirmed" in client.sees
    client.phone.back()
    if client.phone.has("form"):
        client.pay()
    assert "Payment confirmed" in client.open().sees
    assert form[0].endswith(client.phone.path)
    assert client.site.run("ledger", "balances", "--prefix", "revenue:fee").count("-2500.00") == 1


def test_another_amount_in_the_form_is_not_listened_to(client):
    client.write().open()
    if not client.phone.driver.execute_script("return true"):
        return
    action, fields = client.phone.form("form")
    client.phone.send([action, fields + [["amount", "1"], ["total_minor", "1"]]])
    assert client.contract["milestones"][0]["paid_minor"] == 5000000


def test_a_link_that_is_withdrawn_leads_nowhere(client):
    client.write()
    client.run("request", client.id, "--rotate")
    client.open()
    assert client.heading == "This payment link is not valid" and not client.phone.has("form")


def test_a_contract_that_was_cancelled_says_so(client):
    client.write()
    client.run("cancel", client.id, "--as", "payee", "--reason", "No time")
    client.open()
    assert "This contract was canceled." in client.sees and not client.phone.has("form")


def test_an_opened_link_is_neither_in_the_address_nor_on_the_page(client):
    token = client.write().link.removeprefix("/pay/")
    client.open()
    address = client.phone.path
    assert re.fullmatch("/pay/[0-9a-f]{12}", address) and token not in client.phone.source
    client.pay()
    assert "Payment confirmed" in client.sees and client.phone.path == address
    client.phone.press("a[href$='/sheet']")
    assert client.phone.path == address + "/sheet" and token not in client.phone.source
    client.phone.forget()
    assert client.open(address).heading == "Open the link again"
    assert "Payment confirmed" in client.open().sees


@pytest.mark.parametrize("target", ["/pay/AAAAAAAAAAAAAAAAAAAAAA", "/pay/x", "/pay/con_1"])
def test_a_link_that_never_was(client, target):
    client.open(target)
    assert client.heading == "This payment link is not valid" and "Nothing was charged." in client.sees
