"""The giving flow as a screen reader reads it: `fixtures/pages/giving-flow.transcript`.

`UPDATE_GOLDEN=1` rewrites the file. Read it aloud before you commit it.
"""

import difflib
import os

import pytest

import church
from donor import CHARGE, REFUSED, VISA
from transcript import spoken

GOLDEN = church.ROOT / "fixtures/pages/giving-flow.transcript"


@pytest.mark.parametrize("phone", ["without scripts"], indirect=True)
def test_the_giving_flow_reads_well(donor):
    scenes = []

    def scene(action):
        scenes.append("\n".join([f"> {action}", *spoken(donor.phone)]))

    donor.tap()
    scene("The donor taps a tag.")
    donor.choose(amount="1")
    scene("The donor types 1 as the amount, and presses “Give by card”.")
    donor.choose(amount="50", cover=True)
    scene("The donor types 50, chooses to cover the fee, and presses “Give by card”.")
    donor.sign(card=REFUSED).confirm()
    scene("The donor fills the form in, and the card is declined.")
    donor.phone.choose("select[name=method]", VISA)
    donor.phone.press(CHARGE)
    scene("The donor pays with another card.")
    said = "\n\n".join(scenes) + "\n"
    if os.environ.get("UPDATE_GOLDEN") == "1":
        GOLDEN.parent.mkdir(parents=True, exist_ok=True)
        GOLDEN.write_text(said)
    kept = GOLDEN.read_text()
    assert said == kept, "UPDATE_GOLDEN=1 rewrites it:\n" + "\n".join(
        difflib.unified_diff(kept.splitlines(), said.splitlines(), "kept", "read", lineterm=""))
