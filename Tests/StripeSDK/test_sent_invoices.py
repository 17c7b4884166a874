"""Subscriptions whose invoices are sent: the customer pays each on its page, or is past due."""

import pytest
import requests

from events import events_of
from pages import here as address_of
from test_billing import donor_with, monthly, product, refused  # noqa: F401
from test_clocks import DAY, JANUARY_31, clock, wait  # noqa: F401


@pytest.fixture
def gift(client, clock, monthly):
    """A monthly gift of a customer without a card, who has three days for each invoice; on a clock of its own."""
    customer = client.v1.customers.create({"test_clock": clock.id, "name": "Ann"})
    return client.v1.subscriptions.create({
        "customer": customer.id, "items": [{"price": monthly.id}], "collection_method": "send_invoice",
        "days_until_due": 3})


def advance(client, clock, moment):
    client.v1.test_helpers.test_clocks.advance(clock.id, {"frozen_time": moment})
    wait(client, clock)


def newest(client, gift):
    return client.v1.invoices.list({"subscription": gift.id, "limit": 1}).data[0]


def state(client, gift):
    return client.v1.subscriptions.retrieve(gift.id).status


def pay(base_url, invoice, method="pm_card_visa"):
    return requests.post(
        address_of(base_url, invoice.hosted_invoice_url), data={"method": method}, allow_redirects=False)


def test_the_first_invoice_is_a_draft_then_sent_and_paid_on_its_page(client, clock, gift, base_url):
    assert (gift.status, gift.collection_method, gift.days_until_due) == ("active", "send_invoice", 3)
    draft = newest(client, gift)
    assert (draft.status, draft.due_date, draft.billing_reason) == ("draft", None, "subscription_create")
    advance(client, clock, JANUARY_31 + 3600)
    sent = newest(client, gift)
    assert (sent.status, sent.collection_method, sent.due_date) == (
        "open", "send_invoice", JANUARY_31 + 3600 + 3 * DAY)
    assert len(events_of(client, sent.id, "invoice.sent")) == 1
    assert pay(base_url, sent).status_code == 303
    assert (newest(client, gift).status, state(client, gift)) == ("paid", "active")


def test_it_is_past_due_when_nobody_pays_and_active_when_somebody_does(client, clock, gift, base_url):
    advance(client, clock, JANUARY_31 + 3600 + 3 * DAY - 1)
    assert state(client, gift) == "active"
    advance(client, clock, JANUARY_31 + 3600 + 3 * DAY)
    assert state(client, gift) == "past_due"
    invoice = newest(client, gift)
    assert client.v1.events.list({"type": "invoice.overdue", "limit": 1}).data[0].data.object.id == invoice.id
    assert "overdue" in requests.get(address_of(base_url, invoice.hosted_invoice_url)).text
    assert pay(base_url, invoice, "pm_card_visa_chargeDeclined").status_code == 402
    assert (newest(client, gift).next_payment_attempt, state(client, gift)) == (None, "past_due")
    assert pay(base_url, invoice).status_code == 303
    assert state(client, gift) == "active"


def test_renewals_are_sent_too_and_never_charged(client, clock, gift):
    method = client.v1.payment_methods.attach("pm_card_visa", {"customer": gift.customer})
    client.v1.customers.update(gift.customer, {"invoice_settings": {"default_payment_method": method.id}})
    advance(client, clock, JANUARY_31 + 29 * DAY)
    invoices = client.v1.invoices.list({"subscription": gift.id}).data
    assert [one.status for one in invoices] == ["open", "open"]
    assert client.v1.charges.list({"customer": gift.customer}).data == []


def test_it_changes_to_charges_and_back(client, clock, gift):
    method = client.v1.payment_methods.attach("pm_card_visa", {"customer": gift.customer})
    changed = client.v1.subscriptions.update(
        gift.id, {"collection_method": "charge_automatically", "default_payment_method": method.id})
    assert (changed.collection_method, changed.days_until_due) == ("charge_automatically", None)
    advance(client, clock, JANUARY_31 + 29 * DAY)
    assert newest(client, gift).status == "paid"
    error = refused(client.v1.subscriptions.update, gift.id, {"days_until_due": 5})
    assert error.param == "days_until_due"
    changed = client.v1.subscriptions.update(gift.id, {"collection_method": "send_invoice", "days_until_due": 5})
    assert (changed.collection_method, changed.days_until_due) == ("send_invoice", 5)
    listed = client.v1.subscriptions.list({"collection_method": "send_invoice", "customer": gift.customer}).data
    assert [one.id for one in listed] == [gift.id]


def test_the_days_are_asked_for(client, monthly):
    donor = donor_with(client, "pm_card_visa")
    wanted = {"customer": donor.id, "items": [{"price": monthly.id}]}
    error = refused(client.v1.subscriptions.create, {**wanted, "collection_method": "send_invoice"})
    assert (error.code, error.param) == ("parameter_missing", "days_until_due")
    assert refused(client.v1.subscriptions.create, {**wanted, "days_until_due": 3}).param == "days_until_due"


def test_metadata_of_a_sent_invoice_may_be_changed(client, clock, gift):
    advance(client, clock, JANUARY_31 + 3600)
    assert client.v1.invoices.update(newest(client, gift).id, {"metadata": {"seen": "yes"}}).metadata["seen"] == "yes"
