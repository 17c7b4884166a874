"""The official Stripe SDK, unmodified, against a processor: the simulated one, or another with --base-url."""

import os
import pathlib
import subprocess
import urllib.parse

import pytest
import stripe

import schema

ROOT = pathlib.Path(__file__).resolve().parents[2]


def pytest_addoption(parser):
    parser.addoption("--base-url", help="a processor that runs already; the key is $STRIPE_TEST_KEY")
    parser.addoption("--program", default=str(ROOT / ".build/debug/tapctl"), help="the tapctl that serves one")


class CheckedClient(stripe.RequestsClient):
    """The SDK's own transport; every answer is held against the description."""

    def __init__(self):
        super().__init__()
        self.problems = []
        self.operations = set()

    def request(self, method, url, headers, post_data=None, *rest):
        content, status, answer_headers = super().request(method, url, headers, post_data, *rest)
        path = urllib.parse.urlsplit(url).path
        self.operations.add((method.upper(), schema.operation(method, path)))
        self.problems += schema.problems(method, path, status, content)
        return content, status, answer_headers


@pytest.fixture(scope="session")
def base_url(request):
    given = request.config.getoption("--base-url")
    if given:
        yield given
        return
    program = request.config.getoption("--program")
    served = subprocess.Popen(
        [program, "processor", "serve", "--port", "0", "--in-memory", "--seed", "7"],
        stdout=subprocess.PIPE, text=True, env={**os.environ, "TAPCTL_NOW": ""})
    try:
        yield served.stdout.readline().split()[-1]
    finally:
        served.terminate()
        served.wait(timeout=20)


@pytest.fixture(scope="session")
def transport():
    return CheckedClient()


@pytest.fixture
def client(base_url, transport):
    """A client of the SDK; after the test, no answer may differ from Stripe's description."""
    transport.problems = []
    yield stripe.StripeClient(
        os.environ.get("STRIPE_TEST_KEY", "sk_test_suite"), base_addresses={"api": base_url},
        http_client=transport, max_network_retries=0)
    assert transport.problems == []


@pytest.fixture
def paid(client):
    """A payment of 50.00 USD that succeeded, booked at once."""
    return client.v1.payment_intents.create({
        "amount": 5000, "currency": "usd", "payment_method": "pm_card_visa", "confirm": True,
        "capture_method": "automatic",
        "automatic_payment_methods": {"enabled": True, "allow_redirects": "never"}})
