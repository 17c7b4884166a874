"""Objects of every kind that the processor simulates, each with its dj-stripe model."""

import contextlib
import io
import time

import requests
import stripe

import shop

PERSON = {
    "first_name": "Jenny", "last_name": "Rosen", "email": "jenny@grace.example", "phone": "+15555550100",
    "dob": {"day": 1, "month": 1, "year": 1901}, "id_number": "000000000",
    "address": {
        "line1": "address_full_match", "city": "Houston", "state": "TX", "postal_code": "77001", "country": "US"},
}
ACCOUNT = {
    "country": "US", "email": "office@grace.example", "business_type": "individual", "individual": PERSON,
    "capabilities": {"card_payments": {"requested": True}, "transfers": {"requested": True}},
    "business_profile": {"name": "Grace", "mcc": "8661", "url": "https://grace.example"},
    "external_account": {
        "object": "bank_account", "country": "US", "currency": "usd", "routing_number": "110000000",
        "account_number": "000123456789"},
    "tos_acceptance": {"date": 1700000000, "ip": "203.0.113.7"},
    "settings": {"payouts": {"schedule": {"interval": "manual"}}},
}
CARD = {"payment_method": "pm_card_visa", "confirm": True, "capture_method": "automatic"}


class Stock:
    """The made objects: for each dj-stripe model, their ids."""

    def __init__(self, client, url):
        self.v1 = client.v1
        self.url = url
        self.ids = {}

    def keep(self, model, thing):
        self.ids.setdefault(model, []).append(thing.id)
        return thing

    def make(self):
        self.customers()
        self.payments()
        self.plans()
        self.billing()
        self.pages()
        self.accounts()
        self.smaller()
        self.newer()
        self.direct()
        return self

    def customers(self):
        v1 = self.v1
        self.customer = self.keep("Customer", v1.customers.create({
            "email": "ann@example.com", "name": "Ann", "metadata": {"seat": "A1"},
            "address": PERSON["address"], "shipping": {"name": "Ann", "address": PERSON["address"]}}))
        method = self.keep(
            "PaymentMethod", v1.payment_methods.attach("pm_card_visa", {"customer": self.customer.id}))
        v1.customers.update(self.customer.id, {"invoice_settings": {"default_payment_method": method.id}})
        self.method = method
        self.keep("SetupIntent", v1.setup_intents.create({
            "customer": self.customer.id, "payment_method": "pm_card_mastercard", "confirm": True,
            "automatic_payment_methods": {"enabled": True, "allow_redirects": "never"}}))
        self.keep("SetupIntent", v1.setup_intents.create())
        gone = v1.customers.create({"email": "gone@example.com"})
        v1.customers.delete(gone.id)

    def payments(self):
        v1, customer = self.v1, self.customer
        paid = self.keep("PaymentIntent", v1.payment_intents.create({
            "amount": 5000, "currency": "usd", **CARD, "customer": customer.id, "description": "A gift"}))
        self.charge = self.keep("Charge", v1.charges.retrieve(paid.latest_charge))
        self.keep("Refund", v1.refunds.create({"payment_intent": paid.id, "amount": 1000}))
        for more in [
            {}, {**CARD, "capture_method": "manual"}, {**CARD, "payment_method": "pm_card_authenticationRequired"},
            {**CARD, "payment_method": "pm_usBankAccount_success", "payment_method_types": ["us_bank_account"]},
        ]:
            self.keep("PaymentIntent", v1.payment_intents.create({"amount": 2000, "currency": "usd", **more}))
        canceled = v1.payment_intents.create({"amount": 2000, "currency": "usd"})
        self.keep("PaymentIntent", v1.payment_intents.cancel(canceled.id))
        with contextlib.suppress(stripe.CardError):
            v1.payment_intents.create(
                {"amount": 2000, "currency": "usd", **CARD, "payment_method": "pm_card_visa_chargeDeclined"})
        v1.payment_intents.create(
            {"amount": 3000, "currency": "usd", **CARD, "payment_method": "pm_card_createDispute"})
        self.keep("Dispute", until(lambda: v1.disputes.list().data)[0])
        self.keep("BalanceTransaction", v1.balance_transactions.list().data[0])

    def plans(self):
        v1 = self.v1
        self.product = self.keep("Product", v1.products.create({
            "name": "Gift", "description": "Each month", "images": ["https://example.org/a.png"]}))
        self.monthly = self.keep("Price", v1.prices.create({
            "product": self.product.id, "currency": "usd", "unit_amount": 5000, "recurring": {"interval": "month"},
            "lookup_key": "monthly"}))
        self.once = self.keep("Price", v1.prices.create(
            {"product": self.product.id, "currency": "usd", "unit_amount": 700}))
        self.coupon = self.keep("Coupon", v1.coupons.create(
            {"percent_off": 25, "duration": "repeating", "duration_in_months": 2}))
        self.keep("Coupon", v1.coupons.create({"amount_off": 100, "currency": "usd", "duration": "once"}))
        self.keep("PromotionCode", v1.promotion_codes.create(
            {"promotion": {"type": "coupon", "coupon": self.coupon.id}, "code": "SPRING"}))

    def billing(self):
        v1, customer = self.v1, self.customer
        items = [{"price": self.monthly.id}]
        paid = self.keep("Subscription", v1.subscriptions.create({"customer": customer.id, "items": items}))
        self.keep("SubscriptionItem", paid["items"].data[0])
        invoice = self.keep("Invoice", v1.invoices.retrieve(paid.latest_invoice))
        self.keep("LineItem", invoice.lines.data[0])
        for more in [
            {"trial_period_days": 14}, {"discounts": [{"coupon": self.coupon.id}]},
            {"payment_behavior": "default_incomplete", "default_payment_method": self.method.id},
            {"collection_method": "send_invoice", "days_until_due": 30}, {"cancel_at_period_end": True},
        ]:
            self.keep("Subscription", v1.subscriptions.create({"customer": customer.id, "items": items, **more}))
        ended = self.keep("Subscription", v1.subscriptions.create({"customer": customer.id, "items": items}))
        v1.subscriptions.cancel(ended.id)
        self.keep("InvoiceItem", v1.invoice_items.create({
            "customer": customer.id, "amount": 900, "currency": "usd", "description": "A candle"}))
        draft = self.keep("Invoice", v1.invoices.create({
            "customer": customer.id, "pending_invoice_items_behavior": "include"}))
        v1.invoices.finalize_invoice(draft.id)
        self.keep("Invoice", v1.invoices.pay(draft.id))
        for end in [v1.invoices.void_invoice, v1.invoices.mark_uncollectible]:
            self.keep("InvoiceItem", v1.invoice_items.create(
                {"customer": customer.id, "amount": 900, "currency": "usd"}))
            open_invoice = v1.invoices.create(
                {"customer": customer.id, "pending_invoice_items_behavior": "include", "auto_advance": False})
            v1.invoices.finalize_invoice(open_invoice.id)
            self.keep("Invoice", end(open_invoice.id))
        self.keep("InvoiceItem", v1.invoice_items.create({"customer": customer.id, "amount": 50, "currency": "usd"}))

    def pages(self):
        v1 = self.v1
        where = {"success_url": "https://shop.example/thanks", "cancel_url": "https://shop.example/cart"}
        lines = {"line_items": [{"price": self.once.id, "quantity": 2}]}
        self.keep("Session", v1.checkout.sessions.create({"mode": "payment", **where, **lines}))
        done = self.keep("Session", v1.checkout.sessions.create(
            {"mode": "payment", **where, **lines, "customer": self.customer.id}))
        answer = requests.post(
            f"{self.url}/_tapctl/checkout/sessions/{done.id}/complete/pm_card_visa",
            headers={"Authorization": f"Bearer {shop.KEY}"}, timeout=20)
        assert answer.status_code == 200, answer.text
        expired = self.keep("Session", v1.checkout.sessions.create({"mode": "setup", "currency": "usd", **where}))
        v1.checkout.sessions.expire(expired.id)
        v1.payment_links.create(lines)
        v1.billing_portal.configurations.create({"features": {"invoice_history": {"enabled": True}}})
        v1.billing_portal.sessions.create({"customer": self.customer.id})

    def accounts(self):
        v1 = self.v1
        self.account = self.keep("Account", v1.accounts.create({"type": "custom", **ACCOUNT}))
        gift = self.keep("PaymentIntent", v1.payment_intents.create({
            "amount": 10_000, "currency": "usd", **CARD, "payment_method": "pm_card_bypassPending",
            "application_fee_amount": 500, "transfer_data": {"destination": self.account.id},
            "expand": ["latest_charge"]}))
        transfer = self.keep("Transfer", v1.transfers.retrieve(gift.latest_charge.transfer))
        self.keep("TransferReversal", v1.transfers.reversals.create(transfer.id, {"amount": 100}))
        fee = self.keep("ApplicationFee", v1.application_fees.list().data[0])
        self.fee_refund = v1.application_fees.refunds.create(fee.id, {"amount": 50})
        v1.payment_intents.create(
            {"amount": 9000, "currency": "usd", **CARD, "payment_method": "pm_card_bypassPending"})
        self.keep("Transfer", v1.transfers.create(
            {"amount": 2000, "currency": "usd", "destination": self.account.id, "transfer_group": "roof"}))
        self.keep("Payout", v1.payouts.create(
            {"amount": 1000, "currency": "usd"}, {"stripe_account": self.account.id}))
        v1.account_links.create({
            "account": self.account.id, "refresh_url": "https://tap.example/again",
            "return_url": "https://tap.example/done", "type": "account_onboarding"})

    def smaller(self):
        v1 = self.v1
        self.keep("WebhookEndpoint", v1.webhook_endpoints.create(
            {"url": "https://example.org/hook", "enabled_events": ["charge.refunded"]}))
        clock = v1.test_helpers.test_clocks.create({"frozen_time": int(time.time())})
        self.keep("Customer", v1.customers.create({"test_clock": clock.id, "email": "clock@example.com"}))
        v1.tokens.create({"bank_account": {
            "country": "US", "currency": "usd", "routing_number": "110000000", "account_number": "000123456789"}})
        self.keep("Event", v1.events.list({"limit": 1}).data[0])

    def newer(self):
        """Kinds that some versions of the processor do not simulate."""
        v1, customer = self.v1, self.customer
        self.keep("TaxRate", v1.tax_rates.create({"display_name": "VAT", "inclusive": False, "percentage": 7.7}))
        v1.customers.tax_ids.create(customer.id, {"type": "eu_vat", "value": "DE123456789"})
        v1.customers.balance_transactions.create(customer.id, {"amount": -500, "currency": "usd"})
        item = v1.invoice_items.create({"customer": customer.id, "amount": 900, "currency": "usd"})
        invoice = v1.invoices.create({
            "customer": customer.id, "collection_method": "send_invoice", "days_until_due": 30,
            "pending_invoice_items_behavior": "include"})
        v1.invoices.finalize_invoice(invoice.id)
        self.keep("InvoiceItem", item)
        v1.credit_notes.create({"invoice": invoice.id, "amount": 100})
        v1.quotes.create({"customer": customer.id, "line_items": [{"price": self.once.id}]})
        self.keep("SubscriptionSchedule", v1.subscription_schedules.create({
            "customer": customer.id, "start_date": "now", "end_behavior": "release",
            "phases": [{
                "items": [{"price": self.monthly.id}], "duration": {"interval": "month", "interval_count": 3}}]}))
        card = v1.customers.payment_sources.create(customer.id, {"source": "tok_visa"})
        self.keep("Card", card)
        v1.sources.create({"type": "card", "token": "tok_visa"})
        self.keep("Charge", v1.charges.create({"amount": 700, "currency": "usd", "source": "tok_visa"}))
        v1.plans.create(
            {"amount": 900, "currency": "usd", "interval": "year", "product": self.product.id})
        company = self.keep("Account", v1.accounts.create({
            "type": "custom", **{name: value for name, value in ACCOUNT.items() if name != "individual"},
            "business_type": "company",
            "company": {"name": "Grace", "tax_id": "000000000", "address": PERSON["address"]}}))
        v1.accounts.persons.create(company.id, {"first_name": "Jenny", "last_name": "Rosen"})
        file = self.keep("File", v1.files.create(
            {"purpose": "dispute_evidence", "file": io.BytesIO(b"%PDF-1.4 a receipt")}))
        self.keep("FileLink", v1.file_links.create({"file": file.id}))
        v1.payment_method_domains.create({"domain_name": "shop.example"})
        v1.payment_method_configurations.create({"name": "Default"})

    def direct(self):
        """Objects of the connected account itself."""
        v1, owner = self.v1, {"stripe_account": self.account.id}
        donor = self.keep("Customer", v1.customers.create({"email": "bob@example.com"}, owner))
        method = v1.payment_methods.attach("pm_card_visa", {"customer": donor.id}, owner)
        self.keep("PaymentMethod", method)
        self.keep("PaymentIntent", v1.payment_intents.create(
            {"amount": 4000, "currency": "usd", **CARD, "customer": donor.id, "payment_method": method.id}, owner))
        product = self.keep("Product", v1.products.create({"name": "Roof"}, owner))
        price = self.keep("Price", v1.prices.create({
            "product": product.id, "currency": "usd", "unit_amount": 2000,
            "recurring": {"interval": "month"}}, owner))
        self.keep("Subscription", v1.subscriptions.create({
            "customer": donor.id, "items": [{"price": price.id}], "default_payment_method": method.id}, owner))


def until(found, seconds=30):
    """What `found` returns, as soon as it is true."""
    end = time.monotonic() + seconds
    while True:
        answer = found()
        if answer:
            return answer
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.1)
