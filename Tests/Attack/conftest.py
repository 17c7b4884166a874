"""The attack suite: each check attacks the real program on loopback, and compares one figure with its bound."""

import os
import pathlib
import random
import resource
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The programs that serve, and the mail server, are those of the browser's tests.
sys.path.append(str(ROOT / "Tests/Browser"))

import church  # noqa: E402


def pytest_addoption(parser):
    parser.addoption(
        "--program", default=os.environ.get("TAPCTL", str(ROOT / ".build/debug/tapctl")),
        help="the tapctl that is attacked; otherwise $TAPCTL, otherwise the debug build")
    parser.addoption("--full", action="store_true", help="attack as often as before a release")
    parser.addoption(
        "--products", default=os.environ.get("TAPCTL_PRODUCTS", str(ROOT / ".build/debug")),
        help="the folder of the built test program")


def pytest_configure(config):
    config.addinivalue_line("markers", "elsewhere: a check that a suite of scripts/test runs anyway")
    # The attackers hold thousands of connections.
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
    """The random numbers of the attacks; TAPKIT_SEED repeats them."""
    return random.Random(int(os.environ.get("TAPKIT_SEED", "1")))


@pytest.fixture
def figure(record_property):
    """Records the line of a check: the attack, the number of attempts, and the figure against its bound."""
    return lambda text: record_property("figure", text)


@pytest.fixture(scope="session")
def prepared(program, tmp_path_factory):
    """A folder with all organizations and no gift."""
    folder = tmp_path_factory.mktemp("prepared") / "data"
    church.make(program, folder)
    return folder


def pytest_terminal_summary(terminalreporter):
    for outcome in ("passed", "failed"):
        for report in terminalreporter.getreports(outcome):
            for name, text in report.user_properties if report.when == "call" else []:
                if name == "figure":
                    terminalreporter.line(f"{'held' if outcome == 'passed' else 'BROKEN':<7} {text}")
