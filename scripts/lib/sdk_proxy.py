"""A proxy on loopback between an SDK's own test suite and a processor.

It adds the header by which the suites recognize their mock server. If it has objects, it also replaces canned ids such as
cus_123 in paths and parameters, and puts them back into the response. It counts the refused requests.
"""

import collections
import contextlib
import http.client
import http.server
import json
import re
import threading
import urllib.parse

CANNED = re.compile(r"([a-z]+)_(?:test_)?[0-9A-Za-z]{2,}$")
GIVEN = re.compile(rb'"id": ?"([^"]+)"')
ACTIONS = {"attach", "detach", "confirm", "capture", "cancel", "close", "resume", "pay", "void", "send", "finalize",
           "mark_uncollectible", "accept", "expire", "verify", "reverse", "release", "reject", "validate", "refund",
           "migrate", "advance", "login_links", "verify_microdeposits", "increment_authorization", "approve", "decline",
           "submit", "redact", "fail", "succeed", "return", "post", "increment", "finalize_amount", "respond",
           "cancel_action", "present_payment_method", "succeed_input_collection", "timeout_input_collection", "deliver",
           "ship"}

# Paths with ids: the kind of the first id, and the kinds of the second one by the name before it.
COLLECTIONS = {
    "customers": ("customer", {
        "payment_methods": None, "sources": "card", "cards": "card", "bank_accounts": "bank_account",
        "tax_ids": "tax_id", "balance_transactions": "balance_transaction", "subscriptions": None}),
    "payment_methods": ("method", {}), "payment_intents": ("intent", {}), "setup_intents": ("setup", {}),
    "charges": ("charge", {"refunds": "refund"}), "refunds": ("refund", {}), "disputes": ("dispute", {}),
    "balance_transactions": ("transaction", {}), "products": ("product", {}), "prices": ("price", {}),
    "plans": ("plan", {}), "coupons": ("coupon", {}), "promotion_codes": ("promotion", {}),
    "subscriptions": ("subscription", {}), "subscription_items": ("item", {}),
    "subscription_schedules": ("schedule", {}), "invoices": ("invoice", {"lines": "line"}),
    "invoiceitems": ("invoice_item", {}), "credit_notes": ("credit_note", {}), "quotes": ("quote", {}),
    "checkout/sessions": ("checkout", {}), "payment_links": ("link", {}),
    "billing_portal/configurations": ("portal", {}), "events": ("event", {}), "webhook_endpoints": ("endpoint", {}),
    "test_helpers/test_clocks": ("clock", {}), "tokens": ("token", {}),
    "accounts": ("account_", {
        "external_accounts": "external", "persons": "person", "people": "person", "capabilities": "capability"}),
    "transfers": ("transfer", {"reversals": "reversal"}), "application_fees": ("fee", {"refunds": "fee_refund"}),
    "payouts": ("payout", {}), "sources": ("source", {}), "tax_rates": ("tax_rate", {}), "tax_ids": ("own_tax_id", {}),
    "files": ("file", {}), "file_links": ("file_link", {}), "payment_method_domains": ("domain", {}),
    "payment_method_configurations": ("configuration", {}), "mandates": ("mandate", {}),
    "shipping_rates": ("shipping_rate", {}), "ephemeral_keys": ("ephemeral_key", {}), "topups": ("topup", {}),
    "radar/value_lists": ("value_list", {}), "radar/value_list_items": ("value_list_item", {}),
    "radar/early_fraud_warnings": ("warning", {}), "apple_pay/domains": ("apple_pay_domain", {}),
    "apps/secrets": ("app_secret", {}),
    "test_helpers/customers": ("customer", {}), "test_helpers/refunds": ("refund", {}),
    "terminal/locations": ("location", {}), "terminal/configurations": ("terminal_configuration", {}),
    "terminal/readers": ("reader", {}), "test_helpers/terminal/readers": ("reader", {}),
    "issuing/cardholders": ("cardholder", {}), "issuing/cards": ("issuing_card", {}),
    "test_helpers/issuing/cards": ("issuing_card", {}), "issuing/authorizations": ("authorization", {}),
    "test_helpers/issuing/authorizations": ("authorization", {}),
    "issuing/transactions": ("issuing_transaction", {}),
    "test_helpers/issuing/transactions": ("issuing_transaction", {}), "issuing/disputes": ("issuing_dispute", {}),
    "issuing/personalization_designs": ("design", {}), "issuing/physical_bundles": ("bundle", {}),
    "test_helpers/issuing/personalization_designs": ("design", {}),
    "identity/verification_sessions": ("verification", {}), "reporting/report_runs": ("report_run", {}),
    "tax/calculations": ("calculation", {}), "tax/registrations": ("registration", {}),
    "tax/transactions": ("tax_transaction", {}), "treasury/financial_accounts": ("financial_account", {}),
    **{f"{start}treasury/{name}s": (name, {}) for start in ("", "test_helpers/") for name in (
        "inbound_transfer", "outbound_payment", "outbound_transfer", "received_credit", "received_debit",
        "credit_reversal", "debit_reversal")},
    "financial_connections/accounts": ("linked_account", {}), "financial_connections/sessions": ("linking", {}),
    "tax_codes": ("tax_code", {}), "treasury/transactions": ("treasury_transaction", {}), "treasury/transaction_entries": ("treasury_entry", {}),
}
# The kinds of the ids in parameters, by prefix.
PREFIXES = {
    "cus": "customer", "pm": "method_attach", "pi": "intent", "seti": "setup", "ch": "charge", "re": "refund",
    "prod": "product", "price": "price", "promo": "promotion", "sub": "subscription", "si": "item", "in": "invoice",
    "ii": "invoice_item", "cs": "checkout", "plink": "link", "bpc": "portal", "we": "endpoint", "clock": "clock",
    "acct": "account_", "tr": "transfer", "po": "payout", "txr": "tax_rate", "file": "file", "src": "source", "fee": "fee",
    "tok": "token", "btok": "token", "shr": "shipping_rate", "rsl": "value_list",
    "tml": "location", "tmc": "terminal_configuration", "ich": "cardholder", "ic": "issuing_card",
    "ipi": "issuing_transaction", "ics": "bundle", "pb": "bundle", "fcaowns": "ownership", "taxcalc": "calculation", "tax": "tax_transaction",
    "fa": "financial_account", "rc": "received_credit", "rd": "received_debit",
}
# The kinds of objects for parameters whose canned ids have no prefix.
PARAMETERS = {
    ("/v1/tax/transactions/create_from_calculation", "calculation"): "calculation",
    **{(f"/v1/test_helpers/issuing/{path}", "card"): "issuing_card" for path in (
        "authorizations", "transactions/create_force_capture", "transactions/create_unlinked_refund")},
}
# Documented names, which are not replaced.
NAMES = ("pm_card_", "pm_us", "tok_visa", "tok_mastercard", "tok_amex", "btok_us")


class Replacement:
    """Replaces the canned ids of requests by ids of objects that exist."""

    def __init__(self, objects):
        self.objects = objects
        self.given = set()

    def make_one_of_each(self):
        """Makes an object of each kind, so that no list is empty."""
        for kind, inner in COLLECTIONS.values():
            first = self.objects.find(kind)
            for second in filter(None, inner.values()):
                if first:
                    self.objects.find(second, "", first)

    def canned(self, text):
        return text not in self.given and not text.startswith(NAMES)

    def path(self, method, path, account, pairs):
        """The path with real ids; `pairs` gets each replacement."""
        parts = path.removeprefix("/v1/").split("/")
        length = next((length for length in (3, 2) if "/".join(parts[:length]) in COLLECTIONS), 1)
        kind, inner = COLLECTIONS.get("/".join(parts[:length]), (None, {}))
        rest = parts[length:]
        if kind is None or not rest or rest[0] in ("search", "create_preview", "preview", "upcoming", "find", "delete",
                                                    "create_from_calculation", "create_reversal", "create_force_capture",
                                                    "create_unlinked_refund"):
            return path
        action = rest[-1] if rest[-1] in ACTIONS else ""
        # DELETE deletes the last object of the path.
        deletion = "delete" if method == "DELETE" else ""
        rest[0] = self.replaced(rest[0], kind, action or (deletion if len(rest) == 1 else ""), None, account, pairs)
        if len(rest) > 2 and inner.get(rest[1]):
            rest[2] = self.replaced(rest[2], inner[rest[1]], action or deletion, rest[0], account, pairs)
        return "/v1/" + "/".join(parts[:length] + rest)

    def replaced(self, canned, kind, action, parent, account, pairs):
        if not self.canned(canned):
            return canned
        found = self.objects.find(kind, action, parent, account)
        if found:
            pairs.append((found, canned))
        return found or canned

    def fields(self, text, path, account, pairs):
        """A query or a form with real ids."""
        fields = urllib.parse.parse_qsl(text, keep_blank_values=True)
        changed = [(name, self.value(value, path, account, pairs, PARAMETERS.get((path, name)))) for name, value in fields]
        return text if changed == fields else urllib.parse.urlencode(changed)

    def value(self, value, path, account, pairs, kind=None):
        found = CANNED.match(value)
        kind = kind or (PREFIXES.get(found[1]) if found else None)
        # A token is used once.
        action = "use" if kind == "token" else ""
        if kind == "invoice" and path.startswith("/v1/credit_notes"):
            action = "open"
        return self.replaced(value, kind, action, None, account, pairs) if kind else value

    def account(self, account):
        if account and self.canned(account):
            return self.objects.find("account_") or account
        return account


class Refusals:
    """The number of refusals of each operation, by reason."""

    def __init__(self):
        self.counts = collections.Counter()
        self.lock = threading.Lock()

    def add(self, method, path, status, body):
        try:
            error = json.loads(body)["error"]
        except (ValueError, KeyError, TypeError):
            error = {}
        if not isinstance(error, dict):
            error = {"message": str(error)}
        reason = error.get("code") or error.get("type") or error.get("message", "")[:40]
        with self.lock:
            self.counts[f"{method} {pattern(path)}", status, reason, error.get("param") or ""] += 1


def pattern(path):
    """The path without ids."""
    parts = path.split("?")[0].split("/")
    return "/".join(
        "{id}" if re.search(r"\d|x{4}|_xyz$|_[A-Z]|^acct_", part) and not re.fullmatch(r"v\d", part) else part for part in parts)


@contextlib.contextmanager
def proxied(target, replacement=None):
    """Yields the port of a proxy for the address, and the refusals that it counted."""
    upstream = urllib.parse.urlsplit(target)
    refusals = Refusals()

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def forward(self):
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            headers = {
                name: value for name, value in self.headers.items()
                if name.lower() not in ("host", "connection", "content-length", "accept-encoding")}
            path, pairs = self.path, []
            if replacement:
                account = replacement.account(self.headers.get("Stripe-Account"))
                if account:
                    headers["Stripe-Account"] = account
                only, _, query = path.partition("?")
                path = replacement.path(self.command, only, account, pairs)
                if query:
                    path += "?" + replacement.fields(query, only, account, pairs)
                if body and "urlencoded" in self.headers.get("Content-Type", ""):
                    body = replacement.fields(body.decode(), only, account, pairs).encode()
            connection = http.client.HTTPConnection(upstream.hostname, upstream.port, timeout=60)
            try:
                # A request without a body has no length, as in the SDKs.
                connection.request(self.command, path, body or (b"" if self.command == "POST" else None), headers)
                answer = connection.getresponse()
                content = answer.read()
            finally:
                connection.close()
            if answer.status >= 400:
                refusals.add(self.command, self.path, answer.status, content)
            if replacement:
                replacement.given.update(found.decode() for found in GIVEN.findall(content))
            for real, canned in pairs:
                replacement.given.discard(canned)
                content = content.replace(real.encode(), canned.encode())
            self.send_response_only(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in ("connection", "content-length", "transfer-encoding", "stripe-mock-version"):
                    self.send_header(name, value)
            self.send_header("Stripe-Mock-Version", "master")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(content)

        do_GET = do_POST = do_DELETE = do_HEAD = forward

        def log_message(self, *_):
            pass

    class Server(http.server.ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_):
            pass

    server = Server(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield server.server_port, refusals
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
