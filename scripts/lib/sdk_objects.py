"""Objects that replace the canned ids of SDKs' own tests, such as cus_123. They are made over the processor's API."""

import itertools
import json
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

KEY = "sk_test_123"
BANK = {
    "object": "bank_account", "country": "US", "currency": "usd", "routing_number": "110000000",
    "account_number": "000123456789"}
PERSON = {
    "first_name": "Jenny", "last_name": "Rosen", "email": "jenny@example.com", "phone": "+15555550100",
    "dob": {"day": 1, "month": 1, "year": 1901}, "id_number": "000000000",
    "address": {
        "line1": "address_full_match", "city": "Houston", "state": "TX", "postal_code": "77001", "country": "US"}}
ACCOUNT = {
    "type": "custom", "country": "US", "business_type": "individual", "individual": PERSON,
    "capabilities": {"card_payments": {"requested": True}, "transfers": {"requested": True}},
    "business_profile": {"name": "Grace", "mcc": "8661", "url": "https://grace.example"},
    "external_account": BANK, "tos_acceptance": {"date": 1700000000, "ip": "203.0.113.7"},
    "settings": {"payouts": {"schedule": {"interval": "manual"}}}}
CARD = {
    "amount": 2000, "currency": "usd", "payment_method": "pm_card_bypassPending", "confirm": True,
    "capture_method": "automatic", "automatic_payment_methods": {"enabled": True, "allow_redirects": "never"}}


class Refused(Exception):
    """The processor refused a request that an object needs."""


def flat(value, name=""):
    """The fields of a form, in Stripe's notation."""
    if isinstance(value, (dict, list)):
        parts = value.items() if isinstance(value, dict) else enumerate(value)
        return [field for key, part in parts for field in flat(part, f"{name}[{key}]" if name else str(key))]
    return [(name, str(value).lower() if isinstance(value, bool) else str(value))]


class API:
    """Requests to the processor."""

    def __init__(self, url):
        self.url = url
        self.account = None

    def send(self, method, path, fields=None):
        body = urllib.parse.urlencode(flat(fields or {}))
        address = f"{self.url}/v1/{path}" + (f"?{body}" if method == "GET" and body else "")
        return self.ask(method, address, body.encode() if method == "POST" else None)

    def ask(self, method, address, data=None, **headers):
        """Sends a request to an address, and returns the JSON of its response."""
        headers["Authorization"] = f"Bearer {KEY}"
        if self.account:
            headers["Stripe-Account"] = self.account
        request = urllib.request.Request(address, data=data, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)
        except (urllib.error.HTTPError, ValueError) as error:
            raise Refused(f"{method} {address}: {error}") from error

    def get(self, path, **fields):
        return self.send("GET", path, fields)

    def post(self, path, **fields):
        return self.send("POST", path, fields)


class Objects(API):
    """Makes an object of a kind, in the state that an operation needs."""

    def __init__(self, url):
        super().__init__(url)
        self.lock = threading.RLock()
        self.numbers = itertools.count(1)
        self.made = {}
        self.impossible = set()

    def find(self, kind, action="", parent=None, account=None):
        """The id of an object, or None if the processor cannot have one.

        Reads and updates share an object. Each action, such as `capture` or `delete`, gets a new one.
        """
        make = getattr(self, f"{kind}_{action}", None) or getattr(self, kind, None)
        key = (kind, parent, account)
        if make is None or (make, account) in self.impossible:
            return None
        with self.lock:
            if not action and key in self.made:
                return self.made[key]
            before, self.account = self.account, account
            try:
                found = make(parent) if parent is not None else make()
            except (Refused, KeyError, IndexError, TypeError, OSError):
                self.impossible.add((make, account))
                return None
            finally:
                self.account = before
            self.made.setdefault(key, found)
            return found

    def shared(self, kind, parent=None):
        """The object of a kind that other objects refer to."""
        found = self.find(kind, "", parent, self.account)
        if found is None:
            raise Refused(kind)
        return found

    def customer(self):
        made = self.post("customers", email="ann@example.com", name="Ann")["id"]
        try:
            method = self.post("payment_methods/pm_card_visa/attach", customer=made)["id"]
            self.post(f"customers/{made}", invoice_settings={"default_payment_method": method})
        except Refused:
            pass
        return made

    def method(self):
        return self.post("payment_methods/pm_card_visa/attach", customer=self.customer())["id"]

    def method_attach(self):
        return self.post("payment_methods", type="card", card={"token": "tok_visa"})["id"]

    def intent(self, **more):
        return self.post("payment_intents", **{"amount": 2000, "currency": "usd", **more})["id"]

    def intent_confirm(self):
        return self.intent(payment_method="pm_card_visa", automatic_payment_methods={
            "enabled": True, "allow_redirects": "never"})

    def intent_capture(self):
        return self.intent(**{**CARD, "capture_method": "manual"})

    def intent_increment_authorization(self):
        return self.intent(**{**CARD, "capture_method": "manual", "payment_method_options": {
            "card": {"request_incremental_authorization": "if_available"}}})

    def intent_verify_microdeposits(self):
        return self.intent(confirm=True, payment_method="pm_usBankAccount_success", payment_method_options={
            "us_bank_account": {"verification_method": "microdeposits"}})

    def paid(self):
        return self.post("payment_intents", **CARD)

    def setup(self):
        return self.post("setup_intents")["id"]

    def setup_confirm(self):
        return self.post("setup_intents", payment_method="pm_card_visa", automatic_payment_methods={
            "enabled": True, "allow_redirects": "never"})["id"]

    def bank_setup(self, verification):
        return self.post("setup_intents", confirm=True, payment_method="pm_usBankAccount_success",
                         payment_method_types=["us_bank_account"],
                         payment_method_options={"us_bank_account": {"verification_method": verification}})

    def setup_verify_microdeposits(self):
        return self.bank_setup("microdeposits")["id"]

    def mandate(self):
        return self.bank_setup("automatic")["mandate"]

    def charge(self):
        try:
            return self.paid()["latest_charge"]
        except Refused:
            return self.post("charges", amount=2000, currency="usd", source="tok_visa")["id"]

    def charge_capture(self):
        return self.post("charges", amount=2000, currency="usd", source="tok_visa", capture=False)["id"]

    def refund(self, _=None):
        return self.post("refunds", charge=self.charge(), amount=100)["id"]

    def refund_cancel(self):
        return self.post("refunds", payment_intent=self.intent(
            **{**CARD, "payment_method": "pm_card_pendingRefund"}), amount=100)["id"]

    def dispute(self):
        self.intent(**{**CARD, "payment_method": "pm_card_createDispute"})
        for _ in range(100):
            found = self.get("disputes", limit=1)["data"]
            if found:
                return found[0]["id"]
            time.sleep(0.1)
        raise Refused("dispute")

    dispute_close = dispute

    def transaction(self):
        self.charge()
        return self.get("balance_transactions", limit=1)["data"][0]["id"]

    def product(self):
        return self.post("products", name="Gift")["id"]

    def price(self):
        return self.post(
            "prices", product=self.product(), currency="usd", unit_amount=2000, recurring={"interval": "month"})["id"]

    def once(self):
        return self.post("prices", product=self.product(), currency="usd", unit_amount=2000)["id"]

    def plan(self):
        return self.post("plans", amount=900, currency="usd", interval="month", product=self.product())["id"]

    def coupon(self):
        return self.post("coupons", percent_off=25, duration="once")["id"]

    def promotion(self):
        coupon = self.coupon()
        code = f"SPRING{next(self.numbers)}"
        try:
            return self.post("promotion_codes", promotion={"type": "coupon", "coupon": coupon}, code=code)["id"]
        except Refused:
            return self.post("promotion_codes", coupon=coupon, code=code)["id"]

    def subscription(self):
        try:
            return self.post("subscriptions", customer=self.customer(), items=[{"price": self.price()}])["id"]
        except Refused:
            plan = self.post("plans", amount=900, currency="usd", interval="month", product={"name": "Gift"})["id"]
            customer = self.post("customers", source="tok_visa")["id"]
            return self.post("subscriptions", customer=customer, items=[{"plan": plan}])["id"]

    def subscription_resume(self):
        return self.post(
            "subscriptions", customer=self.post("customers", email="ann@example.com")["id"], trial_period_days=3,
            items=[{"price": self.price()}],
            trial_settings={"end_behavior": {"missing_payment_method": "pause"}})["id"]

    def item(self):
        subscription = self.post("subscriptions", customer=self.customer(), items=[
            {"price": self.price()}, {"price": self.price()}])
        return subscription["items"]["data"][0]["id"]

    def schedule(self):
        return self.post(
            "subscription_schedules", customer=self.customer(), start_date="now", end_behavior="release",
            phases=[{"items": [{"price": self.price()}], "duration": {"interval": "month", "interval_count": 3}}])["id"]

    def invoice(self):
        """A draft."""
        customer = self.customer()
        self.post("invoiceitems", customer=customer, amount=900, currency="usd")
        return self.post(
            "invoices", customer=customer, pending_invoice_items_behavior="include", auto_advance=False)["id"]

    def invoice_pay(self):
        return self.post(f"invoices/{self.invoice()}/finalize")["id"]

    invoice_void = invoice_mark_uncollectible = invoice_pay

    def invoice_send(self):
        customer = self.customer()
        self.post("invoiceitems", customer=customer, amount=900, currency="usd")
        return self.post(
            "invoices", customer=customer, pending_invoice_items_behavior="include",
            collection_method="send_invoice", days_until_due=30)["id"]

    def line(self, invoice):
        return self.get(f"invoices/{invoice}")["lines"]["data"][0]["id"]

    def invoice_open(self):
        """A finalized invoice that is not paid yet, for a credit note."""
        return self.post(f"invoices/{self.invoice_send()}/finalize")["id"]

    def invoice_item(self):
        return self.post("invoiceitems", customer=self.customer(), amount=900, currency="usd")["id"]

    def credit_note(self):
        return self.post("credit_notes", invoice=self.invoice_open(), amount=100)["id"]

    def quote(self):
        return self.post("quotes", customer=self.customer(), line_items=[{"price": self.once(), "quantity": 1}])["id"]

    def quote_accept(self):
        return self.post(f"quotes/{self.quote()}/finalize")["id"]

    def checkout(self):
        return self.post(
            "checkout/sessions", mode="payment", success_url="https://example.com/success",
            line_items=[{"price": self.once(), "quantity": 1}])["id"]

    def link(self):
        return self.post("payment_links", line_items=[{"price": self.once(), "quantity": 1}])["id"]

    def portal(self):
        return self.post("billing_portal/configurations", features={"invoice_history": {"enabled": True}})["id"]

    def event(self):
        self.customer()
        return self.get("events", limit=1)["data"][0]["id"]

    def endpoint(self):
        # The processor has at most 16.
        found = self.get("webhook_endpoints", limit=100)["data"]
        for old in found[10:]:
            self.send("DELETE", f"webhook_endpoints/{old['id']}")
        return self.post("webhook_endpoints", url="https://example.com/hook", enabled_events=["charge.failed"])["id"]

    def clock(self):
        return self.post("test_helpers/test_clocks", frozen_time=int(time.time()))["id"]

    def token(self):
        return self.post("tokens", bank_account={
            name: value for name, value in BANK.items() if name != "object"})["id"]

    token_use = token

    def account_(self):
        return self.post("accounts", **ACCOUNT)["id"]

    def account__login_links(self):
        """An account with the Express Dashboard, whose onboarding is complete."""
        made = self.post("accounts", **{**ACCOUNT, "type": "express"})["id"]
        # Only the simulated processor needs this.
        self.ask("POST", f"{self.url}/_tapctl/accounts/{made}/onboarding/complete", b"")
        return made

    def capability(self, _):
        return "card_payments"

    def external(self, account):
        return self.post(f"accounts/{account}/external_accounts", external_account=BANK)["id"]

    def person(self, account):
        return self.post(f"accounts/{account}/persons", first_name="Jenny", last_name="Rosen")["id"]

    def transfer(self):
        self.paid()
        return self.post("transfers", amount=500, currency="usd", destination=self.shared("account_"))["id"]

    def reversal(self, transfer):
        return self.post(f"transfers/{transfer}/reversals", amount=100)["id"]

    def destination_charge(self):
        return self.post("payment_intents", **CARD, application_fee_amount=500, transfer_data={
            "destination": self.shared("account_")}, expand=["latest_charge"])["latest_charge"]

    def fee(self):
        return self.get("application_fees", charge=self.destination_charge()["id"])["data"][0]["id"]

    def fee_refund(self, fee):
        return self.post(f"application_fees/{fee}/refunds", amount=100)["id"]

    def payout(self):
        self.paid()
        return self.post("payouts", amount=500, currency="usd")["id"]

    payout_cancel = payout

    def card(self, customer):
        return self.post(f"customers/{customer}/sources", source="tok_visa")["id"]

    def bank_account(self, customer):
        return self.post(f"customers/{customer}/sources", source=self.token())["id"]

    card_verify = bank_account

    def source(self):
        return self.post("sources", type="card", token="tok_visa")["id"]

    def tax_id(self, customer):
        return self.post(f"customers/{customer}/tax_ids", type="eu_vat", value="DE123456789")["id"]

    def own_tax_id(self):
        return self.post("tax_ids", type="eu_vat", value="DE123456789")["id"]

    def balance_transaction(self, customer):
        return self.post(f"customers/{customer}/balance_transactions", amount=-500, currency="usd")["id"]

    def tax_rate(self):
        return self.post("tax_rates", display_name="VAT", inclusive=False, percentage=10)["id"]

    def file(self):
        form = ['Content-Disposition: form-data; name="purpose"', "", "dispute_evidence", "--mark",
                'Content-Disposition: form-data; name="file"; filename="receipt.pdf"', "", "%PDF-1.4 a receipt"]
        return self.ask("POST", f"{self.url}/v1/files", "\r\n".join(["--mark", *form, "--mark--", ""]).encode(), **{
            "Content-Type": "multipart/form-data; boundary=mark"})["id"]

    def file_link(self):
        return self.post("file_links", file=self.file())["id"]

    def domain(self):
        return self.post("payment_method_domains", domain_name=f"d{next(self.numbers)}.example.com")["id"]

    def configuration(self):
        return self.post("payment_method_configurations", name="Default")["id"]

    def shipping_rate(self):
        return self.post("shipping_rates", display_name="Ground", type="fixed_amount", fixed_amount={
            "amount": 500, "currency": "usd"})["id"]

    def ephemeral_key(self):
        return self.post("ephemeral_keys", customer=self.customer())["id"]

    def topup(self):
        return self.post("topups", amount=500, currency="usd")["id"]

    topup_cancel = topup

    def value_list(self):
        return self.post("radar/value_lists", alias=f"list_{next(self.numbers)}", name="Blocked")["id"]

    def value_list_item(self):
        return self.post("radar/value_list_items", value_list=self.value_list(), value="1.2.3.4")["id"]

    def warning(self):
        self.intent(**{**CARD, "payment_method": "pm_card_createIssuerFraudRecord"})
        return self.get("radar/early_fraud_warnings", limit=1)["data"][0]["id"]

    def apple_pay_domain(self):
        return self.post("apple_pay/domains", domain_name=f"a{next(self.numbers)}.example.com")["id"]

    def app_secret(self):
        """The secrets that the suites find and delete by their names."""
        return [self.post("apps/secrets", name=name, payload="a", scope={"type": "account"})["id"]
                for name in ("sec_123", "my-api-key")][0]

    def location(self):
        return self.post("terminal/locations", display_name="Foyer", address={
            "line1": "1 Main Street", "city": "Houston", "state": "TX", "country": "US", "postal_code": "77001"})["id"]

    def terminal_configuration(self):
        return self.post("terminal/configurations", name="Foyer")["id"]

    def reader(self):
        return self.post("terminal/readers", registration_code="simulated-wpe", location=self.location())["id"]

    def reader_present_payment_method(self):
        made = self.reader()
        self.post(f"terminal/readers/{made}/process_payment_intent", payment_intent=self.shared("intent"))
        return made

    def reader_succeed_input_collection(self):
        made = self.reader()
        self.post(f"terminal/readers/{made}/collect_inputs", inputs=[
            {"type": "text", "custom_text": {"title": "Your name"}}])
        return made

    reader_timeout_input_collection = reader_succeed_input_collection

    def cardholder(self):
        return self.post("issuing/cardholders", name="Ann Example", type="individual", billing={"address": {
            "line1": "1 Main Street", "city": "Houston", "state": "TX", "country": "US", "postal_code": "77001"}})["id"]

    def issuing_card(self):
        return self.post("issuing/cards", cardholder=self.cardholder(), currency="usd", type="physical", status="active", shipping={
            "name": "Ann Example", "address": {"line1": "1 Main Street", "city": "Houston", "state": "TX",
                                               "country": "US", "postal_code": "77001"}})["id"]

    def authorization(self):
        return self.post("test_helpers/issuing/authorizations", card=self.issuing_card(), amount=5000)["id"]

    def issuing_transaction(self):
        return self.post("test_helpers/issuing/transactions/create_force_capture", card=self.issuing_card(),
                         amount=5000)["id"]

    def issuing_dispute(self):
        return self.post("issuing/disputes", transaction=self.issuing_transaction(), evidence={
            "reason": "fraudulent", "fraudulent": {"explanation": "Not mine"}})["id"]

    def bundle(self):
        return self.get("issuing/physical_bundles", limit=1)["data"][0]["id"]

    def design(self):
        return self.post("issuing/personalization_designs", physical_bundle=self.bundle(), name="Blue")["id"]

    def verification(self):
        return self.post("identity/verification_sessions", type="document")["id"]

    def report_run(self):
        return self.post("reporting/report_runs", report_type="balance.summary.1", parameters={
            "interval_start": 1700000000, "interval_end": 1700086400})["id"]

    def calculation(self):
        return self.post("tax/calculations", currency="usd", line_items=[{"amount": 1000, "reference": "L1"}],
                         customer_details={"address": {"line1": "1 Main Street", "country": "US"},
                                           "address_source": "billing"})["id"]

    def registration(self):
        return self.post("tax/registrations", country="IE", active_from="now", country_options={
            "ie": {"type": "oss_union"}})["id"]

    def tax_transaction(self):
        return self.post("tax/transactions/create_from_calculation", calculation=self.calculation(),
                         reference=f"order {next(self.numbers)}")["id"]

    def financial_account(self):
        made = self.post("treasury/financial_accounts", supported_currencies=["usd"])["id"]
        self.treasury("test_helpers/treasury/received_credits", financial_account=made, amount=1000000)
        return made

    def treasury(self, path, financial_account=None, **more):
        return self.post(path, **{
            "financial_account": financial_account or self.shared("financial_account"), "amount": 1000, "currency": "usd",
            "network": "ach", **more})["id"]

    def received_credit(self):
        return self.treasury("test_helpers/treasury/received_credits")

    def received_debit(self):
        return self.treasury("test_helpers/treasury/received_debits")

    def flow(self, name, **more):
        return self.post(f"treasury/{name}s", financial_account=self.shared("financial_account"), amount=1000,
                         currency="usd", **more)["id"]

    def inbound_transfer(self):
        return self.flow("inbound_transfer", origin_payment_method=self.method())

    def inbound_transfer_return(self):
        made = self.inbound_transfer()
        self.post(f"test_helpers/treasury/inbound_transfers/{made}/succeed")
        return made

    def outbound_payment(self):
        return self.flow("outbound_payment")

    def outbound_payment_return(self):
        made = self.outbound_payment()
        self.post(f"test_helpers/treasury/outbound_payments/{made}/post")
        return made

    def outbound_transfer(self):
        return self.flow("outbound_transfer")

    def outbound_transfer_return(self):
        made = self.outbound_transfer()
        self.post(f"test_helpers/treasury/outbound_transfers/{made}/post")
        return made

    def credit_reversal(self):
        return self.post("treasury/credit_reversals", received_credit=self.received_credit())["id"]

    def debit_reversal(self):
        return self.post("treasury/debit_reversals", received_debit=self.received_debit())["id"]

    def listed(self, path):
        account = self.shared("financial_account")
        return self.get(path, financial_account=account, limit=1)["data"][0]["id"]

    def treasury_transaction(self):
        return self.listed("treasury/transactions")

    def treasury_entry(self):
        return self.listed("treasury/transaction_entries")

    def linking(self):
        return self.post("financial_connections/sessions", permissions=["payment_method"], account_holder={
            "type": "customer", "customer": self.customer()})["id"]

    def linked_account(self):
        return self.get(f"financial_connections/sessions/{self.linking()}")["accounts"]["data"][0]["id"]

    def ownership(self):
        return self.get(f"financial_connections/accounts/{self.shared('linked_account')}")["ownership"]

    def tax_code(self):
        return self.get("tax_codes", limit=1)["data"][0]["id"]

    def financial_account_close(self):
        return self.post("treasury/financial_accounts", supported_currencies=["usd"])["id"]
