"""Signed deliveries of the processor to dj-stripe's own view, over loopback, and what it stores for them."""

import uuid

import pytest
from djstripe.models import (
    Account, BankAccount, Charge, Customer, Event, Invoice, PaymentIntent, PaymentMethod, Price, Product, Refund,
    Subscription, WebhookEndpoint, WebhookEventTrigger)

import shop
import stock
from stock import ACCOUNT, CARD, until


@pytest.fixture(scope="module")
def address(base_url):
    with shop.serving() as url:
        yield url


def endpoint(client, address, **more):
    """An endpoint made as dj-stripe's admin page makes it: its address and its metadata contain the same UUID."""
    name = str(uuid.uuid4())
    made = WebhookEndpoint._api_create(
        api_key=shop.KEY, url=f"{address}/stripe/webhook/{name}/", enabled_events=["*"],
        metadata={"djstripe_uuid": name}, **more)
    return WebhookEndpoint.sync_from_stripe_data(made, api_key=shop.KEY)


@pytest.fixture(scope="module")
def endpoints(client, address):
    """The endpoint of the platform, and the one of connected accounts."""
    made = [endpoint(client, address), endpoint(client, address, connect=True)]
    yield made
    for one in made:
        client.v1.webhook_endpoints.delete(one.id)


@pytest.fixture
def received(client, endpoints):
    """Waits until dj-stripe has the events of these types, and returns their deliveries; none may have failed."""
    last = WebhookEventTrigger.objects.order_by("-id").first()
    begin = last.id if last else 0

    def receive(*types):
        def deliveries():
            return list(WebhookEventTrigger.objects.filter(id__gt=begin))

        def have_come():
            came = deliveries()
            # A delivery that is being handled is neither processed nor failed, nor is one that is not valid.
            return all(one.processed or one.exception for one in came) and set(types) <= {
                one.json_body["type"] for one in came}

        until(have_come)
        assert {f"{one.json_body['type']}: {one.exception}" for one in deliveries() if one.exception} == set()
        assert set(types) <= set(Event.objects.values_list("type", flat=True))

    return receive


@pytest.fixture
def customer(client, endpoints):
    made = client.v1.customers.create({"email": "ann@example.com", "name": "Ann"})
    method = client.v1.payment_methods.attach("pm_card_visa", {"customer": made.id})
    client.v1.customers.update(made.id, {"invoice_settings": {"default_payment_method": method.id}})
    return made


def test_a_customer_is_created_changed_and_deleted(client, received):
    made = client.v1.customers.create({"email": "eva@example.com", "name": "Eva"})
    method = client.v1.payment_methods.attach("pm_card_visa", {"customer": made.id})
    client.v1.customers.update(made.id, {"name": "Eva B.", "metadata": {"seat": "B2"}})
    received("customer.created", "customer.updated", "payment_method.attached")
    assert Customer.objects.get(id=made.id).stripe_data["name"] == "Eva B."
    assert Customer.objects.get(id=made.id).metadata == {"seat": "B2"}
    assert PaymentMethod.objects.get(id=method.id).customer.id == made.id
    client.v1.payment_methods.detach(method.id)
    client.v1.customers.delete(made.id)
    received("payment_method.detached", "customer.deleted")
    assert Customer.objects.get(id=made.id).date_purged


def test_a_payment_is_made_and_refunded(client, received, customer):
    intent = client.v1.payment_intents.create({"amount": 5000, "currency": "usd", **CARD, "customer": customer.id})
    refund = client.v1.refunds.create({"payment_intent": intent.id, "amount": 1000})
    received("payment_intent.created", "payment_intent.succeeded", "charge.succeeded", "charge.refunded")
    assert PaymentIntent.objects.get(id=intent.id).stripe_data["status"] == "succeeded"
    charge = Charge.objects.get(id=intent.latest_charge)
    assert (charge.stripe_data["amount_refunded"], charge.customer.id) == (1000, customer.id)
    Refund.sync_from_stripe_data(client.v1.refunds.retrieve(refund.id), api_key=shop.KEY)
    assert Refund.objects.get(id=refund.id).charge.id == charge.id


def test_a_payment_is_declined(client, received, customer):
    with pytest.raises(Exception, match="declined"):
        client.v1.payment_intents.create({
            "amount": 5000, "currency": "usd", **CARD, "customer": customer.id,
            "payment_method": "pm_card_visa_chargeDeclined"})
    received("payment_intent.payment_failed", "charge.failed")
    assert PaymentIntent.objects.filter(stripe_data__last_payment_error__code="card_declined").exists()


def test_a_subscription_is_made_paid_and_canceled(client, received, customer):
    product = client.v1.products.create({"name": "Gift"})
    price = client.v1.prices.create({
        "product": product.id, "currency": "usd", "unit_amount": 5000, "recurring": {"interval": "month"}})
    made = client.v1.subscriptions.create({"customer": customer.id, "items": [{"price": price.id}]})
    received(
        "product.created", "price.created", "customer.subscription.created", "invoice.created", "invoice.finalized",
        "invoice.paid", "invoice.payment_succeeded")
    assert Product.objects.get(id=product.id).stripe_data["name"] == "Gift"
    assert Price.objects.get(id=price.id).product.id == product.id
    assert Subscription.objects.get(id=made.id).stripe_data["status"] == "active"
    invoice = Invoice.objects.get(id=made.latest_invoice)
    assert (invoice.stripe_data["status"], invoice.customer.id) == ("paid", customer.id)
    client.v1.subscriptions.cancel(made.id)
    received("customer.subscription.deleted")
    assert Subscription.objects.get(id=made.id).stripe_data["status"] == "canceled"


def test_an_invoice_is_voided(client, received, customer):
    client.v1.invoice_items.create({"customer": customer.id, "amount": 900, "currency": "usd"})
    made = client.v1.invoices.create({
        "customer": customer.id, "collection_method": "send_invoice", "days_until_due": 30,
        "pending_invoice_items_behavior": "include"})
    client.v1.invoices.finalize_invoice(made.id)
    client.v1.invoices.void_invoice(made.id)
    received("invoiceitem.created", "invoice.finalized", "invoice.voided")
    assert Invoice.objects.get(id=made.id).stripe_data["status"] == "void"


def test_a_connected_account_is_updated(client, received):
    made = client.v1.accounts.create({"type": "custom", **ACCOUNT})
    client.v1.accounts.update(made.id, {"metadata": {"org": "grace"}})
    received("account.updated")
    assert Account.objects.get(id=made.id).metadata == {"org": "grace"}
    assert not Account.objects.get(id=made.id).livemode


def test_a_bank_account_of_a_connected_account_is_added(client, received):
    made = client.v1.accounts.create({"type": "custom", **ACCOUNT})
    bank = client.v1.accounts.external_accounts.create(
        made.id, {"external_account": {**stock.ACCOUNT["external_account"], "account_number": "000111111116"}})
    until(lambda: BankAccount.objects.filter(id=bank.id).exists())
    received("account.external_account.created")
    assert BankAccount.objects.get(id=bank.id).account.id == made.id


def test_a_delivery_with_a_wrong_signature_is_refused(client, address, endpoints):
    import requests

    answer = requests.post(
        f"{address}/stripe/webhook/{endpoints[0].djstripe_uuid}/", data='{"id": "evt_1", "livemode": false}',
        headers={"Stripe-Signature": "t=1,v1=00"}, timeout=10)
    assert answer.status_code == 400
