"""Setup intents, tokens, cards kept after a payment, and the page where a bank asks."""

import pytest
import stripe
import urllib.parse

from events import events_of
import pages

DECLINES = [
    ("pm_card_visa_chargeDeclined", "card_declined"), ("pm_card_chargeDeclinedExpiredCard", "expired_card"),
    ("pm_card_chargeDeclinedIncorrectCvc", "incorrect_cvc"),
]


@pytest.fixture
def customer(client):
    return client.v1.customers.create({"name": "Dana"})


def kept(client, customer):
    return [one.id for one in client.v1.customers.payment_methods.list(customer.id).data]


def test_a_card_is_set_up_and_attached(client, customer):
    intent = client.v1.setup_intents.create({"customer": customer.id, "description": "monthly", "metadata": {"a": "b"}})
    assert (intent.status, intent.usage) == ("requires_payment_method", "off_session")
    intent = client.v1.setup_intents.update(intent.id, {"payment_method": "pm_card_visa", "metadata": {"a": ""}})
    assert (intent.status, intent.metadata.to_dict()) == ("requires_confirmation", {})
    intent = client.v1.setup_intents.confirm(intent.id)
    assert intent.status == "succeeded"
    assert kept(client, customer) == [intent.payment_method]
    assert client.v1.setup_intents.list({"customer": customer.id}).data[0].id == intent.id
    paid = client.v1.payment_intents.create({
        "amount": 1000, "currency": "usd", "customer": customer.id, "payment_method": intent.payment_method,
        "confirm": True, "off_session": True})
    assert paid.status == "succeeded"
    expected = ["setup_intent.succeeded", "setup_intent.created"]
    assert [one.type for one in events_of(client, intent.id, *expected)] == expected


@pytest.mark.parametrize("method, code", DECLINES)
def test_a_declined_card_is_not_kept(client, customer, method, code):
    with pytest.raises(stripe.CardError) as caught:
        client.v1.setup_intents.create({"customer": customer.id, "payment_method": method, "confirm": True})
    assert (caught.value.http_status, caught.value.code) == (402, code)
    intent = client.v1.setup_intents.retrieve(caught.value.error.setup_intent.id)
    assert (intent.status, intent.last_setup_error.code) == ("requires_payment_method", code)
    assert kept(client, customer) == []
    assert client.v1.setup_intents.confirm(intent.id, {"payment_method": "pm_card_visa"}).status == "succeeded"


ANSWERS = [("passed", "succeeded", "succeeded"), ("failed", "requires_payment_method", "failed")]


@pytest.mark.parametrize("answer, status, redirect_status", ANSWERS)
def test_the_bank_asks_before_a_card_is_kept(client, base_url, customer, answer, status, redirect_status):
    intent = client.v1.setup_intents.create({
        "customer": customer.id, "payment_method": "pm_card_authenticationRequired", "confirm": True,
        "return_url": "https://tap.example/done?x=1"})
    assert intent.status == "requires_action"
    url = intent.next_action.redirect_to_url.url
    page = pages.visit(base_url, url)
    assert page.status_code == 200 and "no money moves" in page.text
    done = pages.send(base_url, url, secret=pages.hidden(page, "secret"), answer=answer)
    query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(done.headers["Location"]).query))
    assert done.status_code == 303 and query == {
        "x": "1", "setup_intent": intent.id, "setup_intent_client_secret": intent.client_secret,
        "redirect_status": redirect_status}
    intent = client.v1.setup_intents.retrieve(intent.id)
    assert intent.status == status
    assert bool(kept(client, customer)) == (answer == "passed")
    if answer == "failed":
        assert intent.last_setup_error.code == "setup_intent_authentication_failure"


@pytest.mark.parametrize("answer, status, redirect_status", ANSWERS)
def test_the_bank_asks_before_a_payment(client, base_url, answer, status, redirect_status):
    intent = client.v1.payment_intents.create({
        "amount": 5000, "currency": "usd", "payment_method": "pm_card_authenticationRequired", "confirm": True,
        "return_url": "https://tap.example/done"})
    url = intent.next_action.redirect_to_url.url
    page = pages.visit(base_url, url)
    assert "$50.00" in page.text
    done = pages.send(base_url, url, secret=pages.hidden(page, "secret"), answer=answer)
    assert done.headers["Location"] == (
        f"https://tap.example/done?payment_intent={intent.id}"
        f"&payment_intent_client_secret={intent.client_secret}&redirect_status={redirect_status}")
    assert client.v1.payment_intents.retrieve(intent.id).status == status
    assert "nothing left to confirm" in pages.visit(base_url, url).text


def test_the_page_of_the_bank_wants_the_secret(client, base_url):
    intent = client.v1.setup_intents.create({"payment_method": "pm_card_authenticationRequired", "confirm": True})
    url = intent.next_action.redirect_to_url.url
    assert pages.visit(base_url, url.split("?")[0] + "?secret=x").status_code == 404
    assert pages.send(base_url, url, secret="x", answer="passed").status_code == 404
    assert client.v1.setup_intents.retrieve(intent.id).status == "requires_action"
    page = pages.visit(base_url, url)
    assert pages.send(base_url, url, secret=pages.hidden(page, "secret"), answer="passed").status_code == 200
    assert client.v1.setup_intents.retrieve(intent.id).status == "succeeded"


def test_a_setup_that_is_over_is_changed_no_more(client):
    intent = client.v1.setup_intents.create({"payment_method": "pm_card_visa"})
    intent = client.v1.setup_intents.cancel(intent.id, {"cancellation_reason": "abandoned"})
    assert (intent.status, intent.cancellation_reason) == ("canceled", "abandoned")
    for act in (
        lambda: client.v1.setup_intents.confirm(intent.id), lambda: client.v1.setup_intents.cancel(intent.id),
        lambda: client.v1.setup_intents.update(intent.id, {"description": "x"}),
    ):
        with pytest.raises(stripe.InvalidRequestError) as caught:
            act()
        assert caught.value.code == "setup_intent_unexpected_state"
        assert caught.value.error.setup_intent.id == intent.id


REFUSED = [
    ({"confirm": True}, "parameter_missing", "payment_method"),
    ({"customer": "cus_none"}, "resource_missing", "customer"),
    ({"payment_method": "pm_none"}, "resource_missing", "payment_method"),
    ({"single_use": {"amount": 1, "currency": "usd"}}, "parameter_not_simulated", "single_use"),
]


@pytest.mark.parametrize("wanted, code, parameter", REFUSED)
def test_a_setup_that_cannot_be_is_refused(client, wanted, code, parameter):
    with pytest.raises(stripe.InvalidRequestError) as caught:
        client.v1.setup_intents.create(wanted)
    assert (caught.value.code, caught.value.param) == (code, parameter)


def test_a_publishable_key_may_confirm_with_the_secret(client, base_url, transport):
    intent = client.v1.setup_intents.create()
    page = stripe.StripeClient("pk_test_suite", base_addresses={"api": base_url}, http_client=transport, max_network_retries=0)
    with pytest.raises(stripe.InvalidRequestError):
        page.v1.setup_intents.confirm(intent.id, {"payment_method": "pm_card_visa"})
    with pytest.raises(stripe.InvalidRequestError, match="does not match"):
        page.v1.setup_intents.confirm(intent.id, {"payment_method": "pm_card_visa", "client_secret": "seti_x_secret_y"})
    confirmed = page.v1.setup_intents.confirm(intent.id, {"payment_method": "pm_card_visa", "client_secret": intent.client_secret})
    assert confirmed.status == "succeeded"
    with pytest.raises(stripe.AuthenticationError):
        page.v1.setup_intents.list()


def test_a_card_is_kept_after_its_payment(client, customer):
    intent = client.v1.payment_intents.create({
        "amount": 1000, "currency": "usd", "customer": customer.id, "setup_future_usage": "off_session"})
    assert intent.setup_future_usage == "off_session" and kept(client, customer) == []
    with pytest.raises(stripe.CardError):
        client.v1.payment_intents.confirm(intent.id, {"payment_method": "pm_card_chargeDeclined"})
    assert kept(client, customer) == []
    intent = client.v1.payment_intents.confirm(intent.id, {"payment_method": "pm_card_visa"})
    assert kept(client, customer) == [intent.payment_method]


def test_without_the_wish_a_card_is_not_kept(client, customer):
    client.v1.payment_intents.create({
        "amount": 1000, "currency": "usd", "customer": customer.id, "payment_method": "pm_card_visa", "confirm": True})
    assert kept(client, customer) == []


CARD = {"number": "4242424242424242", "exp_month": "12", "exp_year": "2040", "cvc": "123"}


def test_a_token_pays_once(client):
    token = client.v1.tokens.create({"card": CARD})
    assert (token.type, token.used, token.card.last4, token.card.exp_year) == ("card", False, "4242", 2040)
    method = client.v1.payment_methods.create({"type": "card", "card": {"token": token.id}})
    assert (method.card.last4, method.card.exp_year) == ("4242", 2040)
    assert client.v1.tokens.retrieve(token.id).used
    with pytest.raises(stripe.InvalidRequestError) as caught:
        client.v1.payment_methods.create({"type": "card", "card": {"token": token.id}})
    assert caught.value.code == "token_already_used"
    named = client.v1.payment_methods.create({"type": "card", "card": {"token": "tok_mastercard"}})
    assert named.card.brand == "mastercard"


def test_the_number_of_a_token_decides_what_becomes_of_a_payment(client):
    token = client.v1.tokens.create({"card": {**CARD, "number": "4000000000000002"}})
    method = client.v1.payment_methods.create({"type": "card", "card": {"token": token.id}})
    with pytest.raises(stripe.CardError) as caught:
        client.v1.payment_intents.create({"amount": 1000, "currency": "usd", "payment_method": method.id, "confirm": True})
    assert caught.value.code == "card_declined"


TOKENS = [
    ({"card": {**CARD, "number": "4242424242424241"}}, 402, "incorrect_number"),
    ({"card": {**CARD, "number": "4012888888881881"}}, 400, "card_number_refused"),
    ({"card": {**CARD, "exp_month": "13"}}, 402, "invalid_expiry_month"),
    ({"card": {**CARD, "exp_year": "95"}}, 402, "invalid_expiry_year"),
    ({"card": {**CARD, "cvc": "99"}}, 402, "invalid_cvc"),
    ({"bank_account": {"country": "US", "account_number": "000123456789", "routing_number": "021000021"}}, 400, "routing_number_invalid"),
    ({"bank_account": {"country": "DE", "account_number": "000123456789"}}, 400, "parameter_not_simulated"),
    ({"pii": {"id_number": "000000000"}}, 400, "parameter_not_simulated"),
    ({}, 400, "parameter_missing"),
]


@pytest.mark.parametrize("wanted, status, code", TOKENS)
def test_a_token_that_cannot_be_is_refused(client, wanted, status, code):
    with pytest.raises(stripe.StripeError) as caught:
        client.v1.tokens.create(wanted)
    assert (caught.value.http_status, caught.value.code) == (status, code)


def test_a_bank_debit_settles_later(client, base_url):
    intent = client.v1.payment_intents.create({
        "amount": 5000, "currency": "usd", "payment_method": "pm_usBankAccount_success", "confirm": True})
    assert intent.status == "processing"
    assert client.v1.charges.retrieve(intent.latest_charge).status == "pending"
    pages.advance(base_url, "23h")
    assert client.v1.payment_intents.retrieve(intent.id).status == "processing"
    pages.advance(base_url, "1h")
    intent = client.v1.payment_intents.retrieve(intent.id)
    assert (intent.status, intent.amount_received) == ("succeeded", 5000)


def test_a_bank_account_is_verified_with_microdeposits(client, customer):
    intent = client.v1.setup_intents.create({
        "customer": customer.id, "payment_method": "pm_usBankAccount_success", "confirm": True,
        "payment_method_types": ["us_bank_account"],
        "payment_method_options": {"us_bank_account": {"verification_method": "microdeposits"}}})
    assert intent.next_action.verify_with_microdeposits.arrival_date > intent.created
    with pytest.raises(stripe.InvalidRequestError) as caught:
        client.v1.setup_intents.verify_microdeposits(intent.id, {"amounts": [1, 2]})
    assert caught.value.code == "payment_method_microdeposit_verification_amounts_mismatch"
    intent = client.v1.setup_intents.verify_microdeposits(intent.id, {"descriptor_code": "SM11AA"})
    assert intent.status == "succeeded" and intent.mandate
