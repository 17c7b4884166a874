"""The official Stripe SDK, unmodified, against a processor: the simulated one, or another with --base-url."""

import collections
import json
import os
import pathlib
import subprocess
import urllib.parse

import pytest
import stripe

import schema
from receiver import receiver as receiving
from serving import served

ROOT = pathlib.Path(__file__).resolve().parents[2]


def pytest_addoption(parser):
    parser.addoption("--base-url", help="a processor that runs already; the key is $STRIPE_TEST_KEY")
    parser.addoption("--contract", action="store_true", help="print every difference, and the operations covered")
    parser.addoption("--program", default=str(ROOT / ".build/debug/tapctl"), help="the tapctl that serves one")


def pytest_generate_tests(metafunc):
    """A test of `triggered` runs for every event that the program can make happen."""
    if "triggered" in metafunc.fixturenames:
        listed = subprocess.run(
            [metafunc.config.getoption("--program"), "processor", "trigger", "--list", "--json"],
            capture_output=True, text=True, check=True, timeout=60)
        metafunc.parametrize("triggered", json.loads(listed.stdout)["data"])


class CheckedClient(stripe.RequestsClient):
    """The SDK's own transport; every answer is held against the description."""

    def __init__(self):
        super().__init__()
        self.problems = []
        self.operations = collections.Counter()
        self.differences = []

    def request(self, method, url, headers, post_data=None, *rest):
        content, status, answer_headers = super().request(method, url, headers, post_data, *rest)
        path = urllib.parse.urlsplit(url).path
        found = schema.problems(method, path, status, content)
        self.operations[method.upper(), schema.operation(method, path) or path, status] += 1
        self.problems += found
        self.differences += found
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


TRANSPORT = CheckedClient()


@pytest.fixture(scope="session")
def transport():
    return TRANSPORT


def pytest_terminal_summary(terminalreporter, config):
    """With --contract: which operations were asked for, and where an answer is not as Stripe describes it."""
    if not config.getoption("--contract"):
        return
    told = collections.defaultdict(lambda: [0, 0])
    for (method, path, status), count in TRANSPORT.operations.items():
        told[path, method][0 if status == 200 else 1] += count
    terminalreporter.section("operations covered")
    terminalreporter.line(f"{'method':<7} {'path':<60} {'200':>5} {'errors':>7}")
    for (path, method), (good, refused) in sorted(told.items()):
        terminalreporter.line(f"{method:<7} {path:<60} {good:>5} {refused:>7}")
    described = sum(len(operations) for operations in schema.SPEC["paths"].values())
    terminalreporter.line(f"{len(told)} operations of the {described} in the description")
    terminalreporter.section("differences from Stripe's description")
    for difference in TRANSPORT.differences or ["none"]:
        terminalreporter.line(difference)


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


@pytest.fixture
def own_processor(request):
    """Serves a processor of the test's own; another one's server has no commands to steer it."""
    if request.config.getoption("--base-url"):
        pytest.skip("wants a processor of its own")
    program = request.config.getoption("--program")
    return lambda folder, *options: served(program, folder, *options)


@pytest.fixture
def own_url(request, base_url):
    """The simulated processor's address; for what Stripe itself does otherwise, or must not be asked."""
    if request.config.getoption("--base-url"):
        pytest.skip("wants a processor of its own")
    return base_url


@pytest.fixture
def program(request):
    return request.config.getoption("--program")


@pytest.fixture
def receiver():
    with receiving() as taken:
        yield taken
