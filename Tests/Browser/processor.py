"""The simulated processor's own pages, to which a program that speaks Stripe's API sends people."""

import contextlib

import requests

import church


class Processor:
    """Makes what has a page; gives the page's address."""

    def __init__(self, address):
        self.address = address

    def bank(self):
        """Where a card's bank asks."""
        intent = self._post("payment_intents", {
            "amount": 5000, "currency": "usd", "payment_method": "pm_card_authenticationRequired", "confirm": "true",
            "return_url": "https://example.org/back"})
        return intent["next_action"]["redirect_to_url"]["url"]

    def checkout(self):
        return self._post("checkout/sessions", {
            "mode": "payment", "success_url": "https://example.org/thanks", "cancel_url": "https://example.org/back",
            "line_items[0][quantity]": 2, "line_items[0][price_data][currency]": "usd",
            "line_items[0][price_data][unit_amount]": 1500,
            "line_items[0][price_data][product_data][name]": "Candle for the winter fair"})["url"]

    def invoice(self):
        customer = self._post("customers", {"name": "A Donor", "email": "donor@example.org"})["id"]
        draft = self._post("invoices", {
            "customer": customer, "collection_method": "send_invoice", "days_until_due": 30})["id"]
        self._post("invoiceitems", {
            "customer": customer, "invoice": draft, "amount": 2500, "currency": "usd", "description": "Hall in May"})
        return self._post(f"invoices/{draft}/finalize", {})["hosted_invoice_url"]

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
