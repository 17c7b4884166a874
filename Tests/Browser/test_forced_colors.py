"""Forced colors, such as Windows' contrast themes: a choice is not shown by the page's own colors alone."""

import pytest

FORCED = {"features": [{"name": "forced-colors", "value": "active"}]}
COLOR = "return getComputedStyle(arguments[0]).backgroundColor"


@pytest.mark.parametrize("phone", ["with scripts"], indirect=True)
def test_the_chosen_amount_differs(donor):
    phone = donor.tap().phone
    phone.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", FORCED)
    try:
        chosen, other = (
            phone.driver.execute_script(COLOR, phone.find(f"input[value='{amount}'] + span"))
            for amount in ("50.00", "100.00"))
        assert chosen != other
        phone.write("#other", "37")
        assert phone.driver.execute_script(COLOR, phone.find("input[value='50.00'] + span")) == other
    finally:
        phone.night(False)


@pytest.mark.parametrize("phone", ["with scripts"], indirect=True)
def test_once_differs_from_monthly(donor):
    phone = donor.tap().phone
    phone.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", FORCED)
    try:
        once, monthly = (
            phone.driver.execute_script(COLOR, phone.find(f"input[name=monthly][value='{value}'] + span"))
            for value in ("0", "1"))
        assert once != monthly
    finally:
        phone.night(False)
