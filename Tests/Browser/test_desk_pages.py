"""The pages with tables, which are read at a desk, too."""

from gallery import OF_A_DESK, STATES
from page_tests import *  # noqa: F403
from phone import DESK_WIDTH

NAMES = [name for name in STATES if name in OF_A_DESK]


def test_nothing_is_wider_than_the_desk(gallery):
    assert {name: gallery.see(name).desk_width for name in NAMES} == dict.fromkeys(NAMES, DESK_WIDTH)
