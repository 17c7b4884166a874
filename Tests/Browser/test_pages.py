"""The pages that are made for a phone."""

from gallery import OF_A_DESK, STATES
from page_tests import *  # noqa: F403

NAMES = [name for name in STATES if name not in OF_A_DESK]
