"""The simulated processor's own pages, to which a program that speaks Stripe's API sends people."""

import contextlib

import requests

import church


class Processor:
    """Makes what has a page; gives the page's address."""

    def __init__(self, address):
        self.address = address

    def bank(self, answer=None):
        """Where a card's bank asks, or has been given an answer."""
        intent = self._post("payment_intents", {
            "amount": 5000, "currency": "usd", "payment_method": "pm_card_authenticationRequired", "confirm": "true",
            "return_url": "https://example.org/back"})
        url = intent["next_action"]["redirect_to_url"]["url"]
        if answer:
            secret = url.split("secret=")[1]
            requests.post(url.split("?")[0], data={"secret": secret, "answer": answer}, timeout=20, allow_redirects=False)
        return url

    def checkout(self):
        return self._post("checkout/sessions", {
            "mode": "payment", "success_url": "https://example.org/thanks", "cancel_url": "https://example.org/back",
            "line_items[0][quantity]": 2, "line_items[0][price_data][currency]": "usd",
            "line_items[0][price_data][unit_amount]": 1500,
            "line_items[0][price_data][product_data][name]": "Candle for the winter fair"})["url"]

    def subscribe(self):
        """A Checkout page for a monthly subscription."""
        return self._post("checkout/sessions", {
            "mode": "subscription", "success_url": "https://example.org/thanks", "line_items[0][quantity]": 1,
            "line_items[0][price]": self._price()})["url"]

    def save_card(self):
        """A Checkout page that saves a card."""
        return self._post("checkout/sessions", {
            "mode": "setup", "currency": "usd", "success_url": "https://example.org/thanks"})["url"]

    def portal(self):
        """The portal of a customer with a card and a subscription."""
        customer = self._post("customers", {
            "name": "A Donor", "email": "donor@example.org", "payment_method": "pm_card_visa",
            "invoice_settings[default_payment_method]": "pm_card_visa"})["id"]
        self._post("subscriptions", {"customer": customer, "items[0][price]": self._price()})
        return self._post("billing_portal/sessions", {
            "customer": customer, "return_url": "https://example.org/back"})["url"]

    def onboarding(self):
        """The form for the details of a new account."""
        return self._onboarding()[1]

    def express(self):
        """The dashboard of an account that has finished its onboarding."""
        account, form = self._onboarding()
        session = requests.get(form, timeout=20).text.split('name="session" value="')[1].split('"')[0]
        requests.post(form, data={"session": session, "outcome": "complete", "code": "000-000"}, timeout=20,
                      allow_redirects=False)
        return self._post(f"accounts/{account}/login_links", {})["url"]

    def _onboarding(self):
        account = self._post("accounts", {"type": "express", "country": "US"})["id"]
        return account, self._post("account_links", {
            "account": account, "type": "account_onboarding", "return_url": "https://example.org/done",
            "refresh_url": "https://example.org/again"})["url"]

    def _price(self):
        """A monthly price."""
        product = self._post("products", {"name": "Candles"})["id"]
        return self._post("prices", {
            "product": product, "currency": "usd", "unit_amount": 1500, "recurring[interval]": "month"})["id"]

    def invoice(self, end=None):
        customer = self._post("customers", {"name": "A Donor", "email": "donor@example.org"})["id"]
        draft = self._post("invoices", {
            "customer": customer, "collection_method": "send_invoice", "days_until_due": 30})["id"]
        self._post("invoiceitems", {
            "customer": customer, "invoice": draft, "amount": 2500, "currency": "usd", "description": "Hall in May"})
        final = self._post(f"invoices/{draft}/finalize", {})
        return self._post(f"invoices/{draft}/{end}", {})["hosted_invoice_url"] if end else final["hosted_invoice_url"]

    def _post(self, path, fields):
        answer = requests.post(f"{self.address}/v1/{path}", data=fields, auth=("sk_test_suite", ""), timeout=20)
        assert answer.status_code == 200, answer.text
        return answer.json()


@contextlib.contextmanager
def served(program, folder):
    """A processor in memory, on a free port."""
    command = [program, "processor", "serve", "--port", "0", "--in-memory", "--seed", "7"]
    with church.serving(command, folder, until="listening on") as said:
        yield Processor(said[-1].split()[-1])
