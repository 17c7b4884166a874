"""The pages with a keyboard alone: each step in reading order, and the focus on the message after a refused form."""

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from donor import DECLINED, REFUSED, THANKS

FOCUSED = """
const one = document.activeElement;
return one.getAttribute('role') || one.name || one.textContent.trim() || one.localName;
"""
MOST_STEPS = 60

without_scripts = pytest.mark.parametrize("phone", ["without scripts"], indirect=True)


class Keyboard:
    """A keyboard on a phone."""

    def __init__(self, phone):
        self.phone = phone

    @property
    def focus(self):
        """The role, name, words or element of the control with the focus."""
        return self.phone.driver.execute_script(FOCUSED)

    def type(self, *keys):
        ActionChains(self.phone.driver).send_keys(*keys).perform()
        return self

    def leave_with(self, key):
        """Presses a key that opens another page."""
        with self.phone.leaving():
            self.type(key)
        return self

    def walk_to(self, name):
        """Presses the Tab key until a control has the focus; gives the controls on the way."""
        steps = []
        while not steps or steps[-1] != name:
            assert len(steps) < MOST_STEPS, f"{name} is not among {steps}"
            steps.append(self.type(Keys.TAB).focus)
        return steps


def test_a_gift_with_the_keyboard_alone(donor):
    keys = Keyboard(donor.tap().phone)
    assert keys.walk_to("amount") == ["fund", "amount"]
    keys.type(Keys.ARROW_RIGHT)
    assert donor.phone.value("input[name=amount]:checked") == "100.00"
    assert keys.walk_to("monthly") == ["other", "monthly"]
    for key, chosen in ((Keys.ARROW_RIGHT, "1"), (Keys.ARROW_LEFT, "0")):
        keys.type(key)
        assert donor.phone.value("input[name=monthly]:checked") == chosen
    assert keys.walk_to("cover") == ["cover"]
    keys.type(Keys.SPACE)
    assert keys.walk_to("by") == ["by"] and donor.phone.find("input[name=cover]").is_selected()
    keys.type(Keys.TAB).leave_with(Keys.ENTER)
    assert "Gift for Missions $100.00 Fee that you cover" in donor.sees
    for field, text in (("name", "A Donor"), ("email", "donor@example.org"), ("phone", "+1 202 555 0101")):
        assert keys.walk_to(field) == [field]
        keys.type(text)
    # Enter in a field charges, as on any form; it does not change the gift.
    keys.leave_with(Keys.ENTER)
    assert THANKS in donor.sees


def test_a_refused_amount_has_the_focus_and_its_field_names_the_message(donor):
    keys = Keyboard(donor.tap().choose(amount="1").phone)
    assert keys.focus == "alert" and keys.walk_to("fund") == ["fund"]
    field = donor.phone.find("#other")
    assert field.get_attribute("aria-invalid") == "true"
    assert donor.phone.text("#" + field.get_attribute("aria-describedby")) == donor.hears


@without_scripts
def test_a_declined_card_has_the_focus_and_the_next_card_follows(donor):
    keys = Keyboard(donor.give(card=REFUSED).phone)
    assert keys.focus == "alert" and donor.hears == DECLINED
    assert keys.walk_to("Edit gift") == ["method", "Give $50.00", "Edit gift"]


@without_scripts
def test_a_donors_settings_open_with_the_keyboard(giver):
    giver.site.give("25", "--recurring")
    keys = Keyboard(giver.sign_in().open_monthly().phone)
    row = "details:has(form[action$='/pause'])"
    keys.walk_to("Pause")
    keys.type(Keys.ENTER)
    assert giver.phone.has(row + "[open]") and keys.walk_to("until") == ["until"]


@without_scripts
def test_staff_skip_the_navigation(treasurer):
    keys = Keyboard(treasurer.open("/funds").phone)
    assert keys.type(Keys.TAB).focus == "Skip to content"
    keys.type(Keys.ENTER)
    assert keys.type(Keys.TAB).focus == "region", "the first control of the content is the table that scrolls"


@without_scripts
def test_a_refused_sign_in_has_the_focus_and_both_fields_name_the_message(staff):
    keys = Keyboard(staff.sign_in(password="no sentence of mine").phone)
    assert keys.focus == "alert" and keys.walk_to("password") == ["email", "password"]
    for name in ("email", "password"):
        field = staff.phone.find(f"input[name={name}]")
        assert staff.phone.text("#" + field.get_attribute("aria-describedby")) == staff.hears
