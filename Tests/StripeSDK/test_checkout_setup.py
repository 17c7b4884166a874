"""Checkout in setup mode: a page on which somebody leaves a card, and pays nothing."""

import pytest
import requests

from pages import answer_bank
from test_billing import donor_with, refused
from test_checkout import here, pay  # noqa: F401


def setup_page(client, **more):
    return client.v1.checkout.sessions.create({
        "mode": "setup", "currency": "usd", "success_url": "https://example.org/thanks?session={CHECKOUT_SESSION_ID}",
        **more})


def whole(client, session):
    return client.v1.checkout.sessions.retrieve(session.id, {"expand": ["setup_intent.payment_method"]})


def test_a_card_is_left_for_a_customer(client, here):
    customer = donor_with(client, None)
    session = setup_page(
        client, customer=customer.id, setup_intent_data={"description": "For May", "metadata": {"seat": "A1"}})
    assert (session.status, session.payment_status, session.amount_total) == ("open", "no_payment_required", None)
    intent = client.v1.setup_intents.retrieve(session.setup_intent)
    assert (intent.status, intent.description, intent.metadata["seat"]) == ("requires_payment_method", "For May", "A1")
    page = requests.get(here(session.url)).text
    assert "Save a card" in page and "Nothing is charged" in page and "no money moves" in page
    answer = pay(here(session.url))
    assert answer.headers["Location"] == f"https://example.org/thanks?session={session.id}"
    session = whole(client, session)
    assert (session.status, session.payment_status, session.setup_intent.status) == (
        "complete", "no_payment_required", "succeeded")
    method = session.setup_intent.payment_method
    assert (method.card.last4, method.customer) == ("4242", customer.id)
    told = client.v1.events.list({"type": "checkout.session.completed", "limit": 1}).data[0]
    assert told.data.object.id == session.id
    assert client.v1.charges.list({"customer": customer.id}).data == []


def test_a_customer_is_made_where_that_was_asked_for(client, here):
    session = setup_page(client, customer_creation="always")
    assert pay(here(session.url)).status_code == 303
    session = whole(client, session)
    assert session.customer and session.setup_intent.payment_method.customer == session.customer
    session = setup_page(client)
    assert pay(here(session.url)).status_code == 303
    assert whole(client, session).customer is None


def test_a_declined_card_is_said_and_another_one_is_taken(client, here):
    session = setup_page(client)
    declined = pay(here(session.url), "pm_card_visa_chargeDeclinedStolenCard")
    assert declined.status_code == 402 and "declined" in declined.text
    assert whole(client, session).status == "open"
    assert pay(here(session.url)).status_code == 303
    assert whole(client, session).status == "complete"


@pytest.mark.parametrize("answer, status", [("passed", "complete"), ("failed", "open")])
def test_the_bank_asks_before_the_card_is_kept(client, here, answer, status):
    session = setup_page(client)
    assert pay(here(session.url), "pm_card_authenticationRequired").status_code == 303
    back = answer_bank(here, requests.get(here(session.url)).text, answer)
    assert f"/pages/checkout/{session.id}?setup_intent=" in back
    assert whole(client, session).status == status


def test_only_the_page_uses_its_intent(client, here):
    session = setup_page(client)
    for call, more in ((client.v1.setup_intents.cancel, {}), (client.v1.setup_intents.confirm, {"payment_method": "pm_card_visa"})):
        assert refused(call, session.setup_intent, more).code == "setup_intent_unexpected_state"
    client.v1.checkout.sessions.expire(session.id)
    assert client.v1.setup_intents.retrieve(session.setup_intent).status == "canceled"
    assert requests.get(here(session.url)).status_code == 410


@pytest.mark.parametrize("change, parameter", [
    ({"currency": None}, "currency"), ({"discounts": [{"coupon": "TEN"}]}, "discounts"),
    ({"payment_intent_data": {"description": "no"}}, "payment_intent_data"),
    ({"allow_promotion_codes": True}, "allow_promotion_codes"),
])
def test_what_makes_no_sense_is_refused(client, change, parameter):
    wanted = {"mode": "setup", "currency": "usd", "success_url": "https://example.org/", **change}
    wanted = {name: value for name, value in wanted.items() if value is not None}
    error = refused(client.v1.checkout.sessions.create, wanted)
    assert (error.http_status, error.param) == (400, parameter)
