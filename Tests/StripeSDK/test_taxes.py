"""Tax rates, tax ids and the restrictions of promotion codes; every response is held against the description."""

import pytest

from test_billing import donor, monthly, product, refused  # noqa: F401  (fixtures)


@pytest.fixture
def vat(client):
    return client.v1.tax_rates.create({
        "display_name": "VAT", "percentage": 7.25, "inclusive": False, "country": "DE", "tax_type": "vat"})


def test_a_tax_rate_is_created_changed_and_listed(client, vat):
    assert (vat.percentage, vat.inclusive, vat.active, vat.country) == (7.25, False, True, "DE")
    changed = client.v1.tax_rates.update(vat.id, {"active": False, "metadata": {"a": "1"}})
    assert not changed.active and changed.metadata.to_dict() == {"a": "1"}
    assert vat.id in [one.id for one in client.v1.tax_rates.list({"active": False}).data]
    error = refused(client.v1.tax_rates.create, {"display_name": "VAT", "percentage": 101, "inclusive": False})
    assert error.param == "percentage"


def test_taxes_are_on_the_invoice_and_its_lines(client, donor, monthly, vat):
    subscription = client.v1.subscriptions.create({
        "customer": donor.id, "items": [{"price": monthly.id, "tax_rates": [vat.id]}],
        "default_tax_rates": [vat.id], "expand": ["latest_invoice"]})
    invoice = subscription.latest_invoice
    assert (invoice.subtotal, invoice.total, invoice.amount_paid) == (5000, 5363, 5363)
    assert [tax.amount for tax in invoice.total_taxes] == [363]
    tax = invoice.lines.data[0].taxes[0]
    assert (tax.amount, tax.taxable_amount, tax.tax_behavior) == (363, 5000, "exclusive")
    assert subscription["items"].data[0].tax_rates[0].id == vat.id
    assert subscription.default_tax_rates[0].id == vat.id


def test_a_pending_item_with_tax_rates_and_a_taxed_checkout_page(client, donor, vat):
    item = client.v1.invoice_items.create({
        "customer": donor.id, "currency": "usd", "amount": 1000, "tax_rates": [vat.id]})
    assert item.tax_rates[0].id == vat.id
    session = client.v1.checkout.sessions.create({
        "mode": "payment", "success_url": "https://example.org/thanks", "line_items": [{
            "quantity": 1, "tax_rates": [vat.id],
            "price_data": {"currency": "usd", "unit_amount": 2000, "product_data": {"name": "Book"}}}]})
    assert (session.amount_total, session.total_details.amount_tax) == (2145, 145)


def test_tax_ids_of_a_customer_and_of_the_account(client, donor):
    made = client.v1.customers.tax_ids.create(donor.id, {"type": "eu_vat", "value": "DE123456789"})
    assert (made.country, made.verification.status) == ("DE", "pending")
    assert client.v1.customers.tax_ids.retrieve(donor.id, made.id).value == "DE123456789"
    customer = client.v1.customers.retrieve(donor.id, {"expand": ["tax_ids"]})
    assert [one.id for one in customer.tax_ids.data] == [made.id]
    error = refused(client.v1.customers.tax_ids.create, donor.id, {"type": "us_ein", "value": "1"})
    assert (error.code, error.param) == ("tax_id_invalid", "value")
    assert client.v1.customers.tax_ids.delete(donor.id, made.id).deleted
    own = client.v1.tax_ids.create({"type": "us_ein", "value": "12-3456789"})
    assert own.owner.type == "self" and own.id in [one.id for one in client.v1.tax_ids.list().data]
    assert client.v1.tax_ids.delete(own.id).deleted


def test_a_promotion_code_with_restrictions(client, donor, monthly):
    coupon = client.v1.coupons.create({"percent_off": 10, "duration": "forever"})
    code = client.v1.promotion_codes.create({
        "promotion": {"type": "coupon", "coupon": coupon.id}, "customer": donor.id,
        "restrictions": {"minimum_amount": 6000, "minimum_amount_currency": "usd", "first_time_transaction": True}})
    assert code.restrictions.minimum_amount == 6000 and code.restrictions.first_time_transaction
    error = refused(client.v1.subscriptions.create, {
        "customer": donor.id, "items": [{"price": monthly.id}], "discounts": [{"promotion_code": code.id}]})
    assert error.param == "discounts[0][promotion_code]"
    subscription = client.v1.subscriptions.create({
        "customer": donor.id, "items": [{"price": monthly.id, "quantity": 2}],
        "discounts": [{"promotion_code": code.id}], "expand": ["latest_invoice"]})
    assert subscription.latest_invoice.total == 9000
