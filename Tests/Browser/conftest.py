"""The pages of `tapctl serve` in a real browser with a phone's screen, as a donor meets them."""

import os
import pathlib
import shutil
import zlib

import pytest

import church
import guardian
import processor
import treasury
from donor import Donor
from gallery import Gallery
from giver import Giver
from phone import phone as switched_on
from staff import Staff

PHONES = ["with scripts", "without scripts"]

# Its assertions show what differs, as those of a test file do.
pytest.register_assert_rewrite("page_tests")


def pytest_addoption(parser):
    parser.addoption(
        "--program", default=os.environ.get("TAPCTL", str(church.ROOT / ".build/debug/tapctl")),
        help="the tapctl that serves; else $TAPCTL, else the debug build")
    parser.addoption(
        "--one-phone", action="store_true",
        help="run each test that has a phone with scripts and one without on one of the two only")


def pytest_collection_modifyitems(config, items):
    if not config.getoption("--one-phone"):
        return
    kept, left = [], []
    for item in items:
        phone = getattr(item, "callspec", None) and item.callspec.params.get("phone")
        # The name of the test decides, so that each run takes the same phones, about as many of each kind.
        chosen = PHONES[zlib.crc32(item.originalname.encode()) % 2]
        (kept if phone in (None, chosen) else left).append(item)
    config.hook.pytest_deselected(items=left)
    items[:] = kept


@pytest.fixture(scope="session")
def program(request):
    return request.config.getoption("--program")


@pytest.fixture(scope="session")
def prepared(program, tmp_path_factory):
    """A folder with all organizations, and not one gift."""
    folder = tmp_path_factory.mktemp("prepared") / "data"
    church.make(program, folder)
    return folder


@pytest.fixture
def site(program, prepared, tmp_path):
    """Pages of the test's own, over a folder that nobody gave to."""
    with church.served(program, shutil.copytree(prepared, tmp_path / "data")) as site:
        yield site


@pytest.fixture(scope="session")
def with_scripts():
    with switched_on() as phone:
        yield phone


@pytest.fixture(scope="session")
def without_scripts():
    with switched_on(scripts=False) as phone:
        yield phone


@pytest.fixture(params=PHONES)
def phone(request):
    """A phone that runs scripts, and one that runs none."""
    return request.getfixturevalue(request.param.replace(" ", "_"))


@pytest.fixture
def donor(phone, site):
    return Donor(phone, site)


@pytest.fixture
def giver(phone, site):
    return Giver(phone.forget(), site)


@pytest.fixture(scope="session")
def kept_books(program, prepared, tmp_path_factory):
    """A folder with gifts, a payout, seats, and people who sign in."""
    folder = shutil.copytree(prepared, tmp_path_factory.mktemp("kept") / "data")
    treasury.fill(program, folder)
    return folder


@pytest.fixture(scope="session")
def signed_in_books(program, kept_books, with_scripts, tmp_path_factory):
    """The same folder after the treasurer has signed in, and the cookies with which they come back."""
    folder = shutil.copytree(kept_books, tmp_path_factory.mktemp("signed-in") / "data")
    with church.served(program, folder) as site:
        Staff(with_scripts.forget(), site).sign_in()
        return folder, with_scripts.driver.get_cookies()


@pytest.fixture
def staff(phone, program, kept_books, tmp_path):
    """Somebody before the pages of an organization's people, who has not signed in."""
    with church.served(program, shutil.copytree(kept_books, tmp_path / "data")) as site:
        yield Staff(phone.forget(), site)


@pytest.fixture
def treasurer(phone, program, signed_in_books, tmp_path):
    """The treasurer of an organization, who has signed in before."""
    folder, cookies = signed_in_books
    with church.served(program, shutil.copytree(folder, tmp_path / "data")) as site:
        yield Staff(phone.forget(), site).come_back(cookies)


@pytest.fixture(scope="session")
def pictures():
    """The folder of what pages look like."""
    return pathlib.Path(os.environ.get("TAPKIT_SCREENSHOTS", church.ROOT / ".build/screenshots"))


@pytest.fixture(scope="session")
def gallery(program, kept_books, with_scripts, pictures, tmp_path_factory):
    """Every page in every state that it is looked at in."""
    own = tmp_path_factory.mktemp("gallery")
    folder = shutil.copytree(kept_books, own / "data")
    guardian.enroll(program, folder)
    with church.served(program, folder) as site, processor.served(program, own) as served:
        yield Gallery(Donor(with_scripts, site, served), pictures)


@pytest.fixture
def state_figure(record_property):
    """Writes a figure under the tests' results, whether they are good or not."""
    return lambda figure: record_property("figure", figure)


def pytest_terminal_summary(terminalreporter):
    for ended in ("passed", "failed"):
        for report in terminalreporter.getreports(ended):
            for name, figure in report.user_properties if report.when == "call" else []:
                if name == "figure":
                    terminalreporter.line(figure)
