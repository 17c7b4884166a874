"""Payment intents, charges and refunds, and what they fail with."""

import pytest
import stripe

DECLINES = [
    ("pm_card_visa_chargeDeclined", "card_declined", "generic_decline"),
    ("pm_card_visa_chargeDeclinedInsufficientFunds", "card_declined", "insufficient_funds"),
    ("pm_card_visa_chargeDeclinedLostCard", "card_declined", "lost_card"),
    ("pm_card_visa_chargeDeclinedStolenCard", "card_declined", "stolen_card"),
    ("pm_card_chargeDeclinedExpiredCard", "expired_card", None),
    ("pm_card_chargeDeclinedIncorrectCvc", "incorrect_cvc", None),
    ("pm_card_chargeDeclinedProcessingError", "processing_error", None),
]


def test_a_confirmed_intent_succeeds_and_shows_its_charge(client, paid):
    assert paid.status == "succeeded"
    assert paid.amount_received == 5000
    charge = client.v1.charges.retrieve(paid.latest_charge, {"expand": ["balance_transaction", "customer"]})
    assert charge.paid and charge.captured
    assert charge.balance_transaction.fee == 175
    assert charge.balance_transaction.net == 4825
    assert charge.payment_method_details.card.last4 == "4242"


def test_a_charge_is_assigned_to_a_customer_once(client, paid):
    email = f"{paid.id}@example.com"
    customer, other = (client.v1.customers.create({"email": email}) for _ in range(2))
    for _ in range(2):
        charge = client.v1.charges.update(paid.latest_charge, {"customer": customer.id})
        assert charge.customer == customer.id
    with pytest.raises(stripe.InvalidRequestError) as caught:
        client.v1.charges.update(paid.latest_charge, {"customer": other.id})
    assert (caught.value.http_status, caught.value.param) == (400, "customer")
    assert client.v1.payment_intents.retrieve(paid.id).customer is None
    assert {found.id for found in client.v1.customers.list({"email": email}).data} == {customer.id, other.id}


def test_expanding_goes_four_levels_deep(client, paid):
    intent = client.v1.payment_intents.retrieve(
        paid.id, {"expand": ["latest_charge.balance_transaction.source", "payment_method"]})
    assert intent.latest_charge.balance_transaction.source.id == paid.latest_charge
    assert intent.payment_method.type == "card"


def test_what_cannot_be_expanded_is_refused(client, paid):
    with pytest.raises(stripe.InvalidRequestError, match="cannot be expanded"):
        client.v1.payment_intents.retrieve(paid.id, {"expand": ["amount"]})


def test_an_intent_is_made_then_changed_then_confirmed(client):
    intent = client.v1.payment_intents.create({"amount": 1000, "currency": "usd", "metadata": {"order": "7"}})
    assert intent.status == "requires_payment_method"
    intent = client.v1.payment_intents.update(
        intent.id, {"amount": 1500, "description": "a gift", "metadata": {"order": "", "seat": "A1"}})
    assert (intent.amount, intent.description, intent.metadata.to_dict()) == (1500, "a gift", {"seat": "A1"})
    intent = client.v1.payment_intents.confirm(intent.id, {"payment_method": "pm_card_mastercard"})
    assert intent.status == "succeeded"


@pytest.mark.parametrize("method, code, decline_code", DECLINES)
def test_a_declined_card_is_a_card_error(client, method, code, decline_code):
    with pytest.raises(stripe.CardError) as caught:
        client.v1.payment_intents.create(
            {"amount": 1000, "currency": "usd", "payment_method": method, "confirm": True})
    error = caught.value
    assert (error.http_status, error.code) == (402, code)
    assert decline_code is None or error.error.decline_code == decline_code
    assert error.error.payment_intent.status == "requires_payment_method"
    assert error.error.payment_intent.last_payment_error.code == code


def test_after_a_decline_the_same_intent_takes_another_card(client):
    intent = client.v1.payment_intents.create({"amount": 1000, "currency": "usd"})
    with pytest.raises(stripe.CardError):
        client.v1.payment_intents.confirm(intent.id, {"payment_method": "pm_card_chargeDeclined"})
    assert client.v1.payment_intents.confirm(intent.id, {"payment_method": "pm_card_visa"}).status == "succeeded"


def test_a_card_that_asks_its_owner_requires_an_action(client):
    intent = client.v1.payment_intents.create({
        "amount": 1000, "currency": "usd", "payment_method": "pm_card_authenticationRequired", "confirm": True,
        "return_url": "https://example.org/thanks"})
    assert intent.status == "requires_action"
    assert intent.next_action.type == "redirect_to_url"
    assert intent.next_action.redirect_to_url.return_url == "https://example.org/thanks"


def test_off_session_a_card_that_asks_its_owner_is_declined(client):
    with pytest.raises(stripe.CardError) as caught:
        client.v1.payment_intents.create({
            "amount": 1000, "currency": "usd", "payment_method": "pm_card_authenticationRequired",
            "confirm": True, "off_session": True})
    assert caught.value.code == "authentication_required"


def test_money_that_is_only_reserved_is_captured_in_part(client):
    intent = client.v1.payment_intents.create({
        "amount": 1000, "currency": "usd", "payment_method": "pm_card_visa", "confirm": True,
        "capture_method": "manual"})
    assert (intent.status, intent.amount_capturable) == ("requires_capture", 1000)
    intent = client.v1.payment_intents.capture(intent.id, {"amount_to_capture": 700})
    assert (intent.status, intent.amount_received) == ("succeeded", 700)


def test_a_canceled_intent_says_why_and_stays_canceled(client):
    intent = client.v1.payment_intents.create({"amount": 1000, "currency": "usd"})
    intent = client.v1.payment_intents.cancel(intent.id, {"cancellation_reason": "abandoned"})
    assert (intent.status, intent.cancellation_reason) == ("canceled", "abandoned")
    with pytest.raises(stripe.InvalidRequestError) as caught:
        client.v1.payment_intents.confirm(intent.id, {"payment_method": "pm_card_visa"})
    assert caught.value.code == "payment_intent_unexpected_state"
    assert caught.value.error.payment_intent.id == intent.id


REFUSED = [
    ({"currency": "usd"}, "parameter_missing", "amount"),
    ({"amount": "ten", "currency": "usd"}, "parameter_invalid_integer", "amount"),
    ({"amount": 49, "currency": "usd"}, "amount_too_small", "amount"),
    ({"amount": 100_000_000, "currency": "usd"}, "amount_too_large", "amount"),
    ({"amount": 1000, "currency": "usd", "colour": "red"}, "parameter_unknown", "colour"),
    ({"amount": 1000, "currency": "usd", "customer": "cus_none"}, "resource_missing", "customer"),
    ({"amount": 1000, "currency": "usd", "receipt_email": "nobody"}, "email_invalid", "receipt_email"),
    ({"amount": 1000, "currency": "usd", "description": ""}, "parameter_invalid_empty", "description"),
    ({"amount": 1000, "currency": "usd", "hooks": {"inputs": {"tax": {"calculation": "x"}}}}, "parameter_not_simulated", "hooks"),
]


@pytest.mark.parametrize("parameters, code, parameter", REFUSED)
def test_a_wrong_parameter_is_named(client, parameters, code, parameter):
    with pytest.raises(stripe.InvalidRequestError) as caught:
        client.v1.payment_intents.create(parameters)
    assert (caught.value.http_status, caught.value.code, caught.value.param) == (400, code, parameter)


def test_what_is_not_there_is_404(client):
    with pytest.raises(stripe.InvalidRequestError) as caught:
        client.v1.payment_intents.retrieve("pi_none")
    assert (caught.value.http_status, caught.value.code) == (404, "resource_missing")


def test_a_live_key_is_refused(client, base_url):
    live = stripe.StripeClient("sk_live_x", base_addresses={"api": base_url}, max_network_retries=0)
    with pytest.raises(stripe.AuthenticationError, match="live key"):
        live.v1.payment_intents.list()


def test_a_list_is_walked_forth_and_back(client):
    group = "list-of-25"
    customer = client.v1.customers.create({"name": group})
    made = [client.v1.payment_intents.create({"amount": 1000 + n, "currency": "usd", "customer": customer.id}).id for n in range(25)]
    page = client.v1.payment_intents.list({"customer": customer.id, "limit": 10})
    assert [one.id for one in page.data] == made[:-11:-1] and page.has_more
    assert [one.id for one in page.auto_paging_iter()] == made[::-1]
    back = client.v1.payment_intents.list({"customer": customer.id, "limit": 10, "ending_before": made[4]})
    assert [one.id for one in back.data] == made[14:4:-1]


def test_a_refund_in_part_then_the_rest_then_no_more(client, paid):
    part = client.v1.refunds.create({"payment_intent": paid.id, "amount": 2000, "reason": "requested_by_customer"})
    assert (part.status, part.amount) == ("succeeded", 2000)
    rest = client.v1.refunds.create({"charge": paid.latest_charge})
    assert rest.amount == 3000
    with pytest.raises(stripe.InvalidRequestError) as caught:
        client.v1.refunds.create({"charge": paid.latest_charge})
    assert caught.value.code == "charge_already_refunded"
    charge = client.v1.charges.retrieve(paid.latest_charge, {"expand": ["refunds"]})
    assert charge.refunded and [one.id for one in charge.refunds.data] == [rest.id, part.id]


def test_one_key_is_one_charge_and_its_answer_comes_again(client):
    wanted = {"amount": 1234, "currency": "usd", "payment_method": "pm_card_visa", "confirm": True}
    first = client.v1.payment_intents.create(wanted, {"idempotency_key": "key-1"})
    again = client.v1.payment_intents.create(wanted, {"idempotency_key": "key-1"})
    assert first.id == again.id
    assert again.last_response.headers["Idempotent-Replayed"] == "true"
    assert first.last_response.body == again.last_response.body
    with pytest.raises(stripe.IdempotencyError):
        client.v1.payment_intents.create({**wanted, "amount": 1235}, {"idempotency_key": "key-1"})


def test_a_refused_request_leaves_its_key_free(client):
    with pytest.raises(stripe.InvalidRequestError):
        client.v1.payment_intents.create({"amount": 1, "currency": "usd"}, {"idempotency_key": "key-2"})
    assert client.v1.payment_intents.create({"amount": 100, "currency": "usd"}, {"idempotency_key": "key-2"}).amount == 100


def test_a_decline_is_answered_again_under_its_key(client):
    wanted = {"amount": 1000, "currency": "usd", "payment_method": "pm_card_chargeDeclined", "confirm": True}
    ids = []
    for _ in range(2):
        with pytest.raises(stripe.CardError) as caught:
            client.v1.payment_intents.create(wanted, {"idempotency_key": "key-3"})
        ids.append(caught.value.error.payment_intent.id)
    assert ids[0] == ids[1]
