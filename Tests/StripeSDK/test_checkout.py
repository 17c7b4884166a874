"""Checkout, payment links and the portal: the API, and their pages as a browser without scripts meets them."""

import html
import re

import pytest
import requests
import stripe

from test_billing import donor, donor_with, monthly, product, refused  # noqa: F401


@pytest.fixture
def candle(client, product):
    return client.v1.prices.create({"product": product.id, "currency": "usd", "unit_amount": 1500})


@pytest.fixture
def here(base_url):
    """A page's address, on the server under test: it may listen on another port than it was told."""
    def address(url):
        return base_url + re.sub("^https?://[^/]*", "", url)
    return address


def session_of(client, price, **more):
    return client.v1.checkout.sessions.create({
        "mode": "payment", "line_items": [{"price": price.id, "quantity": 2}],
        "success_url": "https://example.org/thanks?session={CHECKOUT_SESSION_ID}",
        "cancel_url": "https://example.org/back", **more})


def pay(address, method="pm_card_visa", email="ann@example.com", **more):
    return requests.post(address, data={"method": method, "email": email, **more}, allow_redirects=False)


DETAILS = {"expiry": "12/40", "cvc": "123"}


def test_a_page_is_paid_and_leads_to_the_success_address(client, candle, here):
    session = session_of(client, candle, metadata={"order": "7"}, payment_intent_data={"metadata": {"seat": "A1"}})
    assert (session.status, session.payment_status, session.amount_total) == ("open", "unpaid", 3000)
    page = requests.get(here(session.url))
    assert page.status_code == 200 and "no money moves" in page.text and "$30.00" in page.text
    answer = pay(here(session.url))
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"https://example.org/thanks?session={session.id}"
    session = client.v1.checkout.sessions.retrieve(session.id, {"expand": ["payment_intent", "line_items"]})
    assert (session.status, session.payment_status, session.url) == ("complete", "paid", None)
    assert session.customer_details.email == "ann@example.com"
    assert session.payment_intent.metadata["seat"] == "A1" and session.payment_intent.amount_received == 3000
    assert session.line_items.data[0].quantity == 2
    assert client.v1.checkout.sessions.line_items.list(session.id).data[0].amount_total == 3000
    assert "Thank you" in requests.get(here(f"/pages/checkout/{session.id}")).text
    assert client.v1.events.list({"type": "checkout.session.completed", "limit": 1}).data[0].data.object.id == session.id


def test_a_declined_card_is_said_and_another_one_is_taken(client, candle, here):
    session = session_of(client, candle)
    declined = pay(here(session.url), "pm_card_visa_chargeDeclinedInsufficientFunds")
    assert declined.status_code == 402 and "insufficient funds" in declined.text
    assert client.v1.checkout.sessions.retrieve(session.id).status == "open"
    assert pay(here(session.url), "", number="4242 4242 4242 4242", holder="Ann Lee", **DETAILS).status_code == 303
    assert client.v1.checkout.sessions.retrieve(session.id).customer_details.name == "Ann Lee"
    intent = client.v1.checkout.sessions.retrieve(session.id, {"expand": ["payment_intent.latest_charge"]}).payment_intent
    assert intent.latest_charge.paid
    assert len(client.v1.charges.list({"payment_intent": intent.id}).data) == 2


@pytest.mark.parametrize("card, said", [
    ({}, "Your card's number is incomplete."),
    ({"number": "4242 4242 4242 4242", "cvc": "123"}, "expiration date is incomplete"),
    ({"number": "4242 4242 4242 4242", "expiry": "12/40"}, "security code is incomplete"),
    ({"number": "4242 4242 4242 4242", "expiry": "12/20", "cvc": "123"}, "expiration year is invalid"),
    ({"number": "4242 4242 4242 4242", "expiry": "13 / 40", "cvc": "123"}, "expiration month is invalid"),
    ({"number": "4242 4242 4242 4242", "expiry": "12/40", "cvc": "1x3"}, "security code is invalid"),
    ({"number": "4242 4242 4242 4241", **DETAILS}, "Your card number is incorrect."),
])
def test_an_incomplete_card_is_refused_and_nothing_is_charged(client, candle, here, card, said):
    session = session_of(client, candle)
    refused = pay(here(session.url), "", **card)
    assert refused.status_code == 402 and said in html.unescape(refused.text)
    assert client.v1.checkout.sessions.retrieve(session.id).status == "open"


def test_a_real_card_number_is_refused(client, candle, here):
    session = session_of(client, candle)
    answer = pay(here(session.url), "", number="4539 1488 0343 6467")
    assert answer.status_code == 402 and "Real card numbers are refused" in answer.text
    assert "4539" not in answer.text


def test_the_bank_asks_on_a_page_of_its_own(client, candle, here):
    session = session_of(client, candle)
    assert pay(here(session.url), "pm_card_authenticationRequired").headers["Location"] == f"/pages/checkout/{session.id}"
    page = requests.get(here(session.url)).text
    link = html.unescape(re.search('href="([^"]*/pages/3ds/[^"]*)"', page).group(1))
    assert "secret=pi_" in link
    assert client.v1.checkout.sessions.retrieve(session.id).status == "open"


def test_what_stands_on_a_page_is_escaped(client, here):
    session = client.v1.checkout.sessions.create({
        "mode": "payment", "success_url": "https://example.org/",
        "line_items": [{"quantity": 1, "price_data": {
            "currency": "usd", "unit_amount": 500, "product_data": {"name": "<script>alert(1)</script>"}}}]})
    page = requests.get(here(session.url)).text
    assert "<script>" not in page and "&lt;script&gt;" in page
    answer = pay(here(session.url), email='"><b>x')
    assert answer.status_code == 402 and "<b>x" not in answer.text


def test_a_subscription_begins_on_the_page(client, monthly, here):
    session = session_of(
        client, monthly, mode="subscription", line_items=[{"price": monthly.id, "quantity": 1}],
        subscription_data={"metadata": {"fund": "12"}})
    assert "every month" in requests.get(here(session.url)).text
    assert pay(here(session.url), "pm_card_chargeDeclined").status_code == 402
    assert client.v1.checkout.sessions.retrieve(session.id).subscription is None
    assert pay(here(session.url)).status_code == 303
    session = client.v1.checkout.sessions.retrieve(session.id, {"expand": ["subscription", "customer", "invoice"]})
    assert (session.status, session.payment_status) == ("complete", "paid")
    assert (session.subscription.status, session.subscription.metadata["fund"]) == ("active", "12")
    assert session.customer.email == "ann@example.com" and session.invoice.status == "paid"


def test_a_trial_and_a_coupon_on_the_page(client, monthly, candle, here):
    session = session_of(
        client, monthly, mode="subscription", subscription_data={"trial_period_days": 30})
    assert session.payment_status == "no_payment_required"
    assert pay(here(session.url)).status_code == 303
    session = client.v1.checkout.sessions.retrieve(session.id, {"expand": ["subscription"]})
    assert session.subscription.status == "trialing"
    coupon = client.v1.coupons.create({"percent_off": 10})
    session = session_of(client, candle, discounts=[{"coupon": coupon.id}])
    assert (session.amount_subtotal, session.amount_total, session.total_details.amount_discount) == (3000, 2700, 300)
    assert pay(here(session.url)).status_code == 303
    assert client.v1.coupons.retrieve(coupon.id).times_redeemed == 1


def test_a_session_expires_and_is_paid_no_more(client, candle, here):
    session = session_of(client, candle)
    address = here(session.url)
    assert client.v1.checkout.sessions.expire(session.id).status == "expired"
    assert refused(client.v1.checkout.sessions.expire, session.id).http_status == 400
    assert requests.get(address).status_code == 410
    assert pay(address).status_code == 410
    listed = client.v1.checkout.sessions.list({"status": "expired", "limit": 1}).data
    assert [one.id for one in listed] == [session.id]


@pytest.mark.parametrize("change, parameter", [
    ({"mode": "subscription"}, "mode"),
    ({"mode": "setup", "currency": "usd"}, "line_items"),
    ({"setup_intent_data": {"description": "Card"}}, "setup_intent_data"),
    ({"discounts": [{"promotion_code": "promo_1"}]}, "discounts[0][promotion_code]"),
    ({"line_items": [{"price": "price_none", "quantity": 1}]}, "line_items[0][price]"),
    ({"expires_at": 1}, "expires_at"),
    ({"discounts": [{"coupon": "NONE"}]}, "discounts[0][coupon]"),
    ({"customer_email": "nobody"}, "customer_email"),
    ({"payment_intent_data": {"application_fee_amount": 5}}, "payment_intent_data[application_fee_amount]"),
    ({"allow_promotion_codes": True}, "allow_promotion_codes"),
])
def test_a_wrong_session_is_refused(client, candle, change, parameter):
    error = refused(lambda: session_of(client, candle, **change))
    assert (error.http_status, error.param) == (400, parameter)


def test_a_recurring_price_needs_the_mode_for_it(client, candle, monthly):
    assert refused(lambda: session_of(client, monthly)).param == "mode"


def test_a_payment_link_makes_a_page_for_each_who_opens_it(client, candle, here):
    link = client.v1.payment_links.create({
        "line_items": [{"price": candle.id, "quantity": 1}], "metadata": {"campaign": "easter"},
        "restrictions": {"completed_sessions": {"limit": 1}},
        "after_completion": {"type": "hosted_confirmation", "hosted_confirmation": {"custom_message": "Bless you"}}})
    opened = requests.get(here(link.url))
    assert opened.status_code == 200 and "$15.00" in opened.text
    assert requests.get(here(link.url)).url != opened.url
    done = requests.post(opened.url, data={"method": "pm_card_visa", "email": "ann@example.com"})
    assert "Bless you" in done.text
    session = client.v1.checkout.sessions.list({"payment_link": link.id, "status": "complete"}).data[0]
    assert session.metadata["campaign"] == "easter"
    assert requests.get(here(link.url)).status_code == 400
    assert client.v1.payment_links.update(link.id, {"active": False, "inactive_message": "Over"}).active is False
    assert "Over" in requests.get(here(link.url)).text
    assert link.id not in [one.id for one in client.v1.payment_links.list({"active": True}).data]
    items = client.v1.payment_links.line_items.list(link.id).data
    assert items[0].price.id == candle.id


@pytest.mark.parametrize("name, parameters", [
    ("application_fee_percent", {"application_fee_percent": 150}),
    ("application_fee_amount", {"application_fee_amount": 10}),
    ("subscription_data[trial_period_days]", {"subscription_data": {"trial_period_days": 2**63 - 1}}),
])
def test_a_payment_link_with_an_invalid_fee_or_trial_is_refused(client, monthly, name, parameters):
    items = [{"price": monthly.id, "quantity": 1}]
    assert refused(client.v1.payment_links.create, {"line_items": items, **parameters}).param == name


@pytest.mark.parametrize("fee", [-1, -2**63, 2**63 - 1])
def test_a_fee_is_neither_negative_nor_above_the_maximum(client, candle, fee):
    items = [{"price": candle.id, "quantity": 1}]
    link = {"line_items": items, "application_fee_amount": fee}
    assert refused(client.v1.payment_links.create, link).param == "application_fee_amount"
    session = {
        "mode": "payment", "line_items": items, "success_url": "https://example.org",
        "payment_intent_data": {"application_fee_amount": fee}}
    error = refused(client.v1.checkout.sessions.create, session)
    assert error.param == "payment_intent_data[application_fee_amount]"


def test_a_customer_cancels_keeps_and_changes_the_card_in_the_portal(client, donor, monthly, here):
    subscription = client.v1.subscriptions.create({"customer": donor.id, "items": [{"price": monthly.id}]})
    session = client.v1.billing_portal.sessions.create({"customer": donor.id, "return_url": "https://example.org/"})
    address = here(session.url)
    page = requests.get(address).text
    assert "no money moves" in page and "Cancel subscription" in page and "Visa ending in 4242" in page and "-0001" in page
    assert re.search(r"Renews on [A-Z][a-z]+ \d{1,2}, \d{4}", page) and "Back to Simulated platform" in page
    requests.post(address + "/cancel", data={"subscription": subscription.id})
    assert client.v1.subscriptions.retrieve(subscription.id).cancel_at_period_end
    assert re.search(r"Ends on [A-Z][a-z]+ \d{1,2}, \d{4}", requests.get(address).text)
    requests.post(address + "/keep", data={"subscription": subscription.id})
    assert not client.v1.subscriptions.retrieve(subscription.id).cancel_at_period_end
    assert requests.post(address + "/card", data={"method": "pm_card_visa_chargeDeclined"}).status_code == 402
    assert "Mastercard ending in 4444" in requests.post(address + "/card", data={"method": "pm_card_mastercard"}).text
    other = client.v1.subscriptions.create({"customer": donor_with(client, "pm_card_visa").id, "items": [{"price": monthly.id}]})
    assert requests.post(address + "/cancel", data={"subscription": other.id}).status_code == 404


def test_a_portal_without_cancelling_has_no_button(client, donor, monthly, here):
    configuration = client.v1.billing_portal.configurations.create({
        "business_profile": {"headline": "St. Ann"}, "features": {"invoice_history": {"enabled": True}}})
    client.v1.subscriptions.create({"customer": donor.id, "items": [{"price": monthly.id}]})
    session = client.v1.billing_portal.sessions.create({"customer": donor.id, "configuration": configuration.id})
    page = requests.get(here(session.url)).text
    assert "St. Ann" in page and "Cancel subscription" not in page and "Update card" not in page
    changed = client.v1.billing_portal.configurations.update(
        configuration.id, {"features": {"subscription_cancel": {"enabled": True, "mode": "immediately"}}})
    assert changed.features.subscription_cancel.mode == "immediately"
    assert configuration.id in [one.id for one in client.v1.billing_portal.configurations.list().data]
    assert refused(client.v1.billing_portal.sessions.create, {"customer": "cus_none"}).param == "customer"


def test_pages_that_are_not_there_say_so(here):
    for path in ["/pages/checkout/cs_none", "/pages/portal/bps_none", "/pages/link/plink_none", "/pages/nothing"]:
        answer = requests.get(here(path))
        assert answer.status_code == 404 and "no money moves" in answer.text
        assert "does not exist, or it has expired" in answer.text and "No such" not in answer.text


def test_a_shipping_rate_is_chosen_on_the_page(client, candle, here):
    ground, express = (client.v1.shipping_rates.create(
        {"display_name": name, "type": "fixed_amount", "fixed_amount": {"amount": amount, "currency": "usd"}})
        for name, amount in (("Ground", 500), ("Express", 1500)))
    assert client.v1.shipping_rates.list({"active": True, "limit": 1}).data[0].id == express.id
    session = session_of(client, candle, shipping_options=[{"shipping_rate": ground.id}, {"shipping_rate": express.id}])
    assert (session.amount_total, session.shipping_cost.shipping_rate) == (3500, ground.id)
    page = requests.get(here(session.url)).text
    assert "Ground, $5.00" in page and "Express, $15.00" in page
    assert pay(here(session.url), shipping_rate=express.id).status_code == 303
    session = client.v1.checkout.sessions.retrieve(session.id)
    assert (session.amount_total, session.total_details.amount_shipping) == (4500, 1500)
