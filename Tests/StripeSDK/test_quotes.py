"""Quotes; every response is held against the description."""

from test_billing import donor, monthly, product, refused  # noqa: F401  (fixtures)


def test_a_quote_becomes_a_subscription(client, donor, monthly):
    coupon = client.v1.coupons.create({"percent_off": 10, "duration": "forever"})
    quote = client.v1.quotes.create({
        "customer": donor.id, "line_items": [{"price": monthly.id, "quantity": 2}],
        "discounts": [{"coupon": coupon.id}], "expand": ["line_items", "discounts"]})
    assert (quote.status, quote.amount_total, quote.computed.recurring.amount_total) == ("draft", 9000, 9000)
    assert quote.discounts[0].source.coupon == coupon.id
    assert client.v1.quotes.update(quote.id, {"description": "Offer"}).description == "Offer"
    assert len(client.v1.quotes.line_items.list(quote.id).data) == 1
    assert len(client.v1.quotes.computed_upfront_line_items.list(quote.id).data) == 1
    assert client.v1.quotes.finalize_quote(quote.id).status == "open"
    accepted = client.v1.quotes.accept(quote.id)
    assert accepted.status == "accepted"
    assert client.v1.subscriptions.retrieve(accepted.subscription).status == "active"
    assert quote.id in [one.id for one in client.v1.quotes.list({"customer": donor.id}).data]


def test_a_quote_becomes_a_draft_invoice_or_is_canceled(client, donor, product):
    price = client.v1.prices.create({"product": product.id, "currency": "usd", "unit_amount": 700})
    made = [client.v1.quotes.create({"customer": donor.id, "line_items": [{"price": price.id}]}) for _ in range(2)]
    client.v1.quotes.finalize_quote(made[0].id)
    invoice = client.v1.invoices.retrieve(client.v1.quotes.accept(made[0].id).invoice)
    assert (invoice.status, invoice.total, invoice.parent.type) == ("draft", 700, "quote_details")
    assert client.v1.quotes.cancel(made[1].id).status == "canceled"
    assert refused(client.v1.quotes.accept, made[1].id).http_status == 400
