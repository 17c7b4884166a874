"""The page of an invoice, hosted_invoice_url: what it shows, how it is paid, and its receipt."""

import re

import pytest
import requests

from pages import answer_bank
from test_billing import donor, drafted, product  # noqa: F401
from test_checkout import here  # noqa: F401


@pytest.fixture
def invoice(client, donor):
    """An open invoice of 25.00 that is sent to the donor, due in 30 days."""
    draft = drafted(client, donor, collection_method="send_invoice", days_until_due=30, description="Hall in May")
    return client.v1.invoices.send_invoice(draft.id)


def pay(address, method="pm_card_visa", **more):
    return requests.post(address, data={"method": method, **more}, allow_redirects=False, timeout=20)


def paid(client, invoice):
    return client.v1.invoices.retrieve(invoice.id, {"expand": ["payments"]})


def test_it_shows_lines_total_and_state_and_is_paid_with_a_card(client, invoice, here):
    address = here(invoice.hosted_invoice_url)
    page = requests.get(address)
    assert page.status_code == 200 and "no money moves" in page.text
    total = f"${invoice.amount_due / 100:.2f}"
    for words in [invoice.number, invoice.lines.data[0].description, total, "Hall in May"]:
        assert words in page.text
    assert len(re.findall(r"Due [A-Z][a-z]+ \d{1,2}, \d{4}", page.text)) == 1
    assert re.search(r"Issued [A-Z][a-z]+ \d{1,2}, \d{4}", page.text)
    answer = pay(address)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/pages/invoice/{invoice.id}")
    now = paid(client, invoice)
    assert (now.status, now.amount_paid, now.payments.data[0].status) == ("paid", invoice.amount_due, "paid")
    receipt = requests.get(address).text
    assert "Receipt" in receipt and "Visa ending in 4242" in receipt and "<form" not in receipt
    assert client.v1.charges.list({"customer": invoice.customer, "limit": 1}).data[0].id in receipt


def test_it_is_also_a_pdf_document(client, invoice, here):
    document = requests.get(here(invoice.invoice_pdf))
    assert (document.status_code, document.headers["Content-Type"]) == (200, "application/pdf")
    assert document.content.startswith(b"%PDF-1.4") and invoice.number.encode() in document.content
    assert b"(Receipt for" not in document.content
    assert pay(here(invoice.hosted_invoice_url)).status_code == 303
    assert b"(Receipt for" in requests.get(here(invoice.invoice_pdf)).content


def test_a_documented_number_is_taken_and_any_other_is_refused(client, invoice, here):
    address = here(invoice.hosted_invoice_url)
    refused = pay(address, "", number="4012888888881881")
    assert refused.status_code == 402 and "test number" in refused.text and "4012888888881881" not in refused.text
    incomplete = pay(address, "", number="5555 5555 5555 4444", expiry="12403", cvc="123")
    assert incomplete.status_code == 402 and "expiration date is incomplete" in incomplete.text.replace("&#39;", "'")
    assert pay(address, "", number="5555 5555 5555 4444", expiry="1240", cvc="123").status_code == 303
    assert "Mastercard ending in 4444" in requests.get(address).text


def test_a_declined_card_is_said_and_another_one_is_taken(client, invoice, here):
    address = here(invoice.hosted_invoice_url)
    declined = pay(address, "pm_card_visa_chargeDeclinedInsufficientFunds")
    assert declined.status_code == 402 and "insufficient funds" in declined.text
    assert "insufficient funds" in requests.get(address).text
    assert client.v1.events.list({"type": "invoice.payment_failed", "limit": 1}).data[0].data.object.id == invoice.id
    assert paid(client, invoice).status == "open"
    assert pay(address).status_code == 303
    assert paid(client, invoice).status == "paid"


@pytest.mark.parametrize("answer, status", [("passed", "paid"), ("failed", "open")])
def test_the_bank_asks_and_leads_back_to_the_page(client, invoice, here, answer, status):
    address = here(invoice.hosted_invoice_url)
    assert pay(address, "pm_card_authenticationRequired").status_code == 303
    page = requests.get(address).text
    assert "3-D Secure" in page
    back = answer_bank(here, page, answer)
    assert f"/pages/invoice/{invoice.id}?" in back
    assert paid(client, invoice).status == status
    assert requests.get(here(back)).status_code == 200
    if status == "open":
        assert "failed authentication" in requests.get(address).text
        assert pay(address).status_code == 303 and paid(client, invoice).status == "paid"


def test_what_is_void_or_paid_elsewhere_is_not_paid_here(client, donor, here):
    void = client.v1.invoices.finalize_invoice(drafted(client, donor).id)
    client.v1.invoices.void_invoice(void.id)
    address = here(void.hosted_invoice_url)
    assert "void" in requests.get(address).text and "<form" not in requests.get(address).text
    assert pay(address).status_code == 402 and paid(client, void).status == "void"
    other = client.v1.invoices.finalize_invoice(drafted(client, donor).id)
    client.v1.invoices.pay(other.id, {"paid_out_of_band": True})
    assert "by other means" in requests.get(here(other.hosted_invoice_url)).text


def test_a_draft_has_no_page(client, donor, here):
    draft = drafted(client, donor)
    assert draft.hosted_invoice_url is None and draft.invoice_pdf is None
    assert requests.get(here(f"/pages/invoice/{draft.id}")).status_code == 404
    assert requests.get(here("/pages/invoice/in_none")).status_code == 404
