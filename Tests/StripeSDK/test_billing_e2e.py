"""The scenarios that billing-e2e contains, unmodified: forty days of billing on test clocks."""

import importlib.resources
import os
import subprocess
import sys

import pytest

from serving import client_of, served

SCENARIOS = sorted(
    file.name for file in (importlib.resources.files("billing_e2e") / "scenarios").iterdir()
    if file.name.endswith(".yml"))
# The program's own command line; the address is where its SDK sends requests by default.
COMMAND = """
import sys, stripe
stripe.DEFAULT_API_BASE = sys.argv.pop(1)
from billing_e2e.cli import main
main()
"""
CONFIGURATION = """
stripe: {key: "${STRIPE_TEST_KEY}"}
app: {}
vars: {monthly_price: MONTHLY, upgrade_price: LARGER}
"""


@pytest.fixture(scope="module")
def outcomes(request, tmp_path_factory):
    """The exit code and the output of each scenario. They run side by side: each waits most of the time."""
    if request.config.getoption("--base-url"):
        pytest.skip("wants a processor of its own")
    folder = tmp_path_factory.mktemp("billing-e2e")
    with served(request.config.getoption("--program"), folder / "data") as process:
        client = client_of(process.url)
        product = client.v1.products.create({"name": "Plan"})
        configuration = CONFIGURATION
        for name, amount in [("MONTHLY", 1500), ("LARGER", 4900)]:
            price = client.v1.prices.create({
                "product": product.id, "currency": "usd", "unit_amount": amount, "recurring": {"interval": "month"}})
            configuration = configuration.replace(name, price.id)
        (folder / "billing-e2e.yml").write_text(configuration)
        scenarios = importlib.resources.files("billing_e2e") / "scenarios"
        running = {
            name: subprocess.Popen(
                [sys.executable, "-c", COMMAND, process.url, "run", str(scenarios / name)], cwd=folder, text=True,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                env={**os.environ, "STRIPE_TEST_KEY": "sk_test_suite", "NO_COLOR": "1"})
            for name in SCENARIOS}
        try:
            yield {name: (one.communicate(timeout=120)[0], one.returncode) for name, one in running.items()}
        finally:
            for one in running.values():
                one.kill()


def test_there_are_five_scenarios():
    assert len(SCENARIOS) == 5


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_passes(outcomes, scenario):
    output, code = outcomes[scenario]
    assert code == 0, output
