"""dj-stripe, unmodified, against a simulated processor. It needs an older SDK than the other tests: .venv-djstripe."""

import os
import pathlib
import subprocess
import tempfile

import pytest
import stripe

import shop

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = tempfile.TemporaryDirectory(prefix="djstripe-")


def pytest_addoption(parser):
    parser.addoption(
        "--program", default=os.environ.get("TAPCTL", str(ROOT / ".build/debug/tapctl")),
        help="the tapctl that serves the processor")


def pytest_configure():
    shop.configure(pathlib.Path(FOLDER.name) / "shop.sqlite")


def pytest_unconfigure():
    FOLDER.cleanup()


@pytest.fixture(scope="session")
def base_url(request):
    program = request.config.getoption("--program")
    served = subprocess.Popen(
        [program, "processor", "serve", "--port", "0", "--in-memory", "--seed", "7"],
        stdout=subprocess.PIPE, text=True, env={**os.environ, "TAPCTL_NOW": ""})
    try:
        url = served.stdout.readline().split()[-1]
        shop.use(url)
        yield url
    finally:
        served.terminate()
        served.wait(timeout=20)


@pytest.fixture(scope="session")
def client(base_url):
    return stripe.StripeClient(shop.KEY, base_addresses={"api": base_url, "files": base_url}, max_network_retries=0)
