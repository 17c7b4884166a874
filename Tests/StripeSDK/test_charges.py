"""Charges without intents, the sources of customers, mandates and setup attempts, and cards within a request."""

import pytest
import stripe

import pages

CARD = {"number": "4242424242424242", "exp_month": 12, "exp_year": 2040, "cvc": "123"}


@pytest.fixture
def customer(client):
    return client.v1.customers.create({"name": "Dana", "source": "tok_visa"})


def test_a_token_is_charged_and_refunded(client):
    charge = client.v1.charges.create({
        "amount": 1000, "currency": "usd", "source": "tok_mastercard", "description": "Gift",
        "statement_descriptor_suffix": "CHURCH"})
    assert (charge.status, charge.captured, charge.payment_intent) == ("succeeded", True, None)
    assert charge.payment_method_details.card.brand == "mastercard"
    refund = client.v1.refunds.create({"charge": charge.id, "amount": 400})
    assert (refund.status, refund.payment_intent) == ("succeeded", None)
    assert client.v1.charges.retrieve(charge.id).amount_refunded == 400


def test_a_charge_is_captured_later(client):
    charge = client.v1.charges.create({"amount": 1000, "currency": "usd", "source": "tok_visa", "capture": False})
    assert not charge.captured
    assert client.v1.charges.capture(charge.id, {"amount": 600}).amount_captured == 600
    with pytest.raises(stripe.InvalidRequestError) as caught:
        client.v1.charges.capture(charge.id)
    assert caught.value.code == "charge_already_captured"


def test_a_customer_pays_with_a_default_source(client, customer):
    charge = client.v1.charges.create({"amount": 1000, "currency": "usd", "customer": customer.id})
    assert (charge.customer, charge.payment_method) == (customer.id, customer.default_source)


def test_the_cards_of_a_customer(client, customer):
    sources = client.v1.customers.payment_sources
    card = sources.create(customer.id, {"source": "tok_amex"})
    assert (card.object, card.brand, card.customer) == ("card", "American Express", customer.id)
    assert sources.update(customer.id, card.id, {"exp_year": "2041", "name": "Dana"}).exp_year == 2041
    assert [one.id for one in sources.list(customer.id, {"object": "card"}).data] == [card.id, customer.default_source]
    assert sources.delete(customer.id, card.id).deleted
    assert sources.retrieve(customer.id, customer.default_source).last4 == "4242"


def test_a_bank_account_is_verified_and_charged(client, base_url, customer):
    token = client.v1.tokens.create({"bank_account": {
        "country": "US", "currency": "usd", "account_number": "000123456789", "routing_number": "110000000"}})
    bank = client.v1.customers.payment_sources.create(customer.id, {"source": token.id})
    assert bank.status == "new"
    with pytest.raises(stripe.InvalidRequestError) as caught:
        client.v1.customers.payment_sources.verify(customer.id, bank.id, {"amounts": [1, 2]})
    assert caught.value.code == "bank_account_verification_failed"
    assert client.v1.customers.payment_sources.verify(customer.id, bank.id, {"amounts": [32, 45]}).status == "verified"
    charge = client.v1.charges.create({
        "amount": 1000, "currency": "usd", "customer": customer.id, "source": bank.id})
    assert charge.status == "pending"
    pages.advance(base_url, "2d")
    assert client.v1.charges.retrieve(charge.id).status == "succeeded"


def test_a_card_within_the_request_of_an_intent(client):
    paid = client.v1.payment_intents.create({
        "amount": 1000, "currency": "usd", "confirm": True, "payment_method_data": {"type": "card", "card": CARD}})
    assert paid.status == "succeeded"
    setup = client.v1.setup_intents.create({"confirm": True, "payment_method_data": {"type": "card", "card": CARD}})
    assert setup.status == "succeeded"
    attempts = client.v1.setup_attempts.list({"setup_intent": setup.id}).data
    assert [(one.id, one.status) for one in attempts] == [(setup.latest_attempt, "succeeded")]


def test_a_bank_account_has_a_mandate(client):
    accepted = {"customer_acceptance": {"type": "online", "online": {"ip_address": "127.0.0.1", "user_agent": "x"}}}
    setup = client.v1.setup_intents.create({
        "confirm": True, "payment_method": "pm_usBankAccount_success", "mandate_data": accepted})
    mandate = client.v1.mandates.retrieve(setup.mandate)
    assert (mandate.type, mandate.status, mandate.payment_method) == ("multi_use", "active", setup.payment_method)


def test_a_source_is_charged_once(client):
    source = client.v1.sources.create({"type": "card", "token": "tok_visa"})
    assert source.status == "chargeable"
    client.v1.charges.create({"amount": 1000, "currency": "usd", "source": source.id})
    assert client.v1.sources.retrieve(source.id).status == "consumed"
