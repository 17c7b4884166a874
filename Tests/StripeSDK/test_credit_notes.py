"""Credit notes and the balance of a customer; every response is held against the description."""

import pytest

from test_billing import donor, refused  # noqa: F401  (fixtures)


@pytest.fixture
def invoice(client, donor):
    invoice = client.v1.invoices.create({"customer": donor.id, "currency": "usd"})
    client.v1.invoice_items.create({
        "customer": donor.id, "currency": "usd", "amount": 3000, "invoice": invoice.id})
    return client.v1.invoices.finalize_invoice(invoice.id)


def test_a_credit_note_of_an_open_invoice_can_be_voided(client, invoice):
    line = invoice.lines.data[0].id
    terms = {"invoice": invoice.id, "lines": [{"type": "invoice_line_item", "invoice_line_item": line, "amount": 500}]}
    assert client.v1.credit_notes.preview(terms).amount == 500
    assert [one.amount for one in client.v1.credit_notes.preview_lines.list(terms).data] == [500]
    note = client.v1.credit_notes.create({**terms, "reason": "duplicate"})
    assert (note.type, note.amount, note.number) == ("pre_payment", 500, f"{invoice.number}-CN-01")
    assert client.v1.invoices.retrieve(invoice.id).amount_remaining == 2500
    assert client.v1.credit_notes.update(note.id, {"memo": "Sorry"}).memo == "Sorry"
    assert len(client.v1.credit_notes.line_items.list(note.id).data) == 1
    assert client.v1.credit_notes.void_credit_note(note.id).status == "void"
    assert client.v1.invoices.retrieve(invoice.id).amount_remaining == 3000


def test_a_credit_note_of_a_paid_invoice_refunds_and_credits(client, donor, invoice):
    client.v1.invoices.pay(invoice.id)
    error = refused(client.v1.credit_notes.create, {"invoice": invoice.id, "amount": 1000})
    assert "must equal" in str(error)
    note = client.v1.credit_notes.create({
        "invoice": invoice.id, "amount": 1000, "refund_amount": 600, "credit_amount": 400,
        "expand": ["customer_balance_transaction", "refunds.refund"]})
    assert (note.type, note.post_payment_amount) == ("post_payment", 1000)
    assert note.customer_balance_transaction.type == "credit_note"
    assert client.v1.customers.retrieve(donor.id).balance == -400
    assert note.id in [one.id for one in client.v1.credit_notes.list({"customer": donor.id}).data]


def test_the_balance_of_a_customer_is_adjusted_and_listed(client, donor):
    made = client.v1.customers.balance_transactions.create(donor.id, {"amount": -500, "currency": "usd"})
    assert (made.type, made.ending_balance) == ("adjustment", -500)
    made = client.v1.customers.balance_transactions.update(donor.id, made.id, {"description": "Sorry"})
    assert client.v1.customers.balance_transactions.retrieve(donor.id, made.id).description == "Sorry"
    assert [one.id for one in client.v1.customers.balance_transactions.list(donor.id).data] == [made.id]
    assert client.v1.customers.update(donor.id, {"balance": 0}).balance == 0
