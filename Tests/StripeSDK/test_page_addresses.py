"""Every address of a page holds the port that the server took, also where it was told 0."""

from test_billing import donor, donor_with, drafted, monthly, product  # noqa: F401


def test_pages_stand_where_the_server_listens(client, own_url, donor, product):
    paid = client.v1.payment_intents.create({
        "amount": 5000, "currency": "usd", "payment_method": "pm_card_authenticationRequired", "confirm": True,
        "return_url": "https://example.org/"})
    account = client.v1.accounts.create({"type": "express", "country": "US"})
    price = client.v1.prices.create({"product": product.id, "currency": "usd", "unit_amount": 1500})
    items = [{"price": price.id, "quantity": 1}]
    addresses = [
        paid.next_action.redirect_to_url.url,
        client.v1.account_links.create({
            "account": account.id, "type": "account_onboarding", "refresh_url": "https://example.org/a",
            "return_url": "https://example.org/b"}).url,
        client.v1.checkout.sessions.create({
            "mode": "payment", "line_items": items, "success_url": "https://example.org/"}).url,
        client.v1.payment_links.create({"line_items": items}).url,
        client.v1.billing_portal.sessions.create({"customer": donor.id}).url,
        client.v1.invoices.finalize_invoice(drafted(client, donor).id).hosted_invoice_url,
    ]
    assert [one for one in addresses if not one.startswith(own_url + "/pages/")] == []
