"""Every page: accessible by day and by night, valid, small, still, and as wide as the phone.

Imported by the files that name the pages in NAMES: each file is given to one worker, which looks at its pages once.
"""

import pytest

from checker import complaints
from gallery import ASKS_FOR
from phone import WIDTH


def pytest_generate_tests(metafunc):
    if "name" in metafunc.fixturenames:
        metafunc.parametrize("name", metafunc.module.NAMES)


@pytest.fixture
def look(name, gallery):
    return gallery.see(name)


def test_axe_finds_nothing_by_day_and_by_night(look):
    assert look.by_day == [] and look.by_night == []


def test_nothing_moves_and_nothing_is_wider_than_the_phone(name, look):
    assert look.shifts == 0
    assert look.width == WIDTH and look.broken_amounts == []


def test_is_small_and_asks_for_nothing_else(name, look):
    assert look.asked_for == ASKS_FOR.get(name, []) and 1_000 < look.octets < 40_000


def test_reached_by_keyboard_and_readable_when_narrow_or_enlarged(look):
    assert look.reach == []


def test_html_is_valid(gallery, request, tmp_path):
    assert complaints({name: gallery.see(name).source for name in request.module.NAMES}, tmp_path) == []
