"""The attack suite: each check attacks the real program on loopback, and compares a figure with its bound."""

import os
import pathlib
import random
import resource
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The helpers that run servers, and the mail server, belong to the browser tests.
sys.path.append(str(ROOT / "Tests/Browser"))

import church  # noqa: E402


def pytest_addoption(parser):
    parser.addoption(
        "--program", default=os.environ.get("TAPCTL", str(ROOT / ".build/debug/tapctl")),
        help="the tapctl to attack (default: $TAPCTL, or the debug build)")
    parser.addoption("--full", action="store_true", help="use the full counts, as before a release")
    parser.addoption(
        "--products", default=os.environ.get("TAPCTL_PRODUCTS", str(ROOT / ".build/debug")),
        help="the folder of the built test program")


def pytest_configure(config):
    config.addinivalue_line("markers", "elsewhere: a check that another suite of scripts/test also runs")
    # The attacks keep thousands of connections open.
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


@pytest.fixture(scope="session")
def program(request):
    return request.config.getoption("--program")


@pytest.fixture(scope="session")
def products(request):
    return pathlib.Path(request.config.getoption("--products"))


@pytest.fixture(scope="session")
def often(request):
    """Returns the first number in the short form, and the second with --full."""
    return lambda short, full: full if request.config.getoption("--full") else short


@pytest.fixture(scope="session")
def chance():
    """The random numbers of the attacks. TAPKIT_SEED sets their seed."""
    return random.Random(int(os.environ.get("TAPKIT_SEED", "1")))


@pytest.fixture
def figure(record_property):
    """Records the line that a check prints: the attack, the number of attempts, and the figure against its bound."""
    return lambda text: record_property("figure", text)


@pytest.fixture(scope="session")
def prepared(program, tmp_path_factory):
    """A data folder with all organizations and no gifts."""
    folder = tmp_path_factory.mktemp("prepared") / "data"
    church.make(program, folder)
    return folder


def pytest_terminal_summary(terminalreporter):
    for outcome in ("passed", "failed"):
        for report in terminalreporter.getreports(outcome):
            for name, text in report.user_properties if report.when == "call" else []:
                if name == "figure":
                    terminalreporter.line(f"{'held' if outcome == 'passed' else 'BROKEN':<7} {text}")
