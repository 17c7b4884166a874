"""The live view, while gifts are given and tags are tapped elsewhere."""

import pytest
from selenium.webdriver.support.ui import WebDriverWait

from phone import DESK_WIDTH, SECONDS, WIDTH

TAG = "https://appclip.tap.giving/WoodlandsChurch?f=12&r=0"


def until(staff, is_so):
    """Waits for what the page shows; it may change while it is read."""
    WebDriverWait(staff.phone.driver, SECONDS, poll_frequency=0.05, ignored_exceptions=[Exception]).until(
        lambda _: is_so())


def given_today(staff):
    """Cents: what was given half an hour ago may have been given yesterday."""
    [sum, *_] = staff.phone.text("#live-today li").split()
    return int(sum.removeprefix("$").replace(",", "").replace(".", ""))


@pytest.mark.parametrize("phone", ["with scripts"], indirect=True)
def test_a_gift_and_a_tap_appear_without_a_reload(staff, pictures):
    staff.sign_in("reader").go("Live")
    until(staff, lambda: "Live: taps and gifts appear as they happen." in staff.sees)
    staff.phone.driver.execute_script("window.stays = true")
    before, sum = staff.rows, given_today(staff)
    staff.site.give("41.00", "--fund", "13", name="Nobody In The Hall", email="hall@example.org")
    until(staff, lambda: staff.rows[0][2] == "$41.00")
    assert staff.rows[0][1:] == ["Gift New roof", "$41.00", "succeeded"] and staff.rows[1:] == before
    until(staff, lambda: given_today(staff) == sum + 41_00)
    staff.site.run("invoke", TAG)
    until(staff, lambda: staff.rows[0][1] == "Tap Missions")
    assert staff.rows[0][1:] == ["Tap Missions", "", ""] and staff.rows[2:] == before
    assert "Tap" in staff.phone.find("#live-news").get_property("textContent")
    staff.site.give("15.00", "--fund", "12", "--recurring")
    until(staff, lambda: staff.rows[0][1:] == ["Monthly gift Missions", "$15.00", "succeeded"])
    assert staff.phone.driver.execute_script("return window.stays"), "the page was opened anew"
    assert "Hall" not in staff.sees and staff.phone.width == WIDTH
    staff.phone.picture(pictures / "admin-live-gifts.png")
    with staff.phone.desk() as desk:
        desk.picture(pictures / "admin-live-gifts-desk.png")
        assert desk.width == DESK_WIDTH


@pytest.mark.parametrize("phone", ["with scripts"], indirect=True)
def test_after_signing_out_elsewhere_nothing_more_is_shown(staff):
    staff.sign_in("treasurer").go("Live")
    until(staff, lambda: "Live: taps and gifts appear as they happen." in staff.sees)
    staff.phone.run("""
        const [done] = arguments, form = document.querySelector("form[action='/admin/sign-out']");
        fetch(form.action, {method: 'POST', body: new URLSearchParams(new FormData(form))}).then(done, done);
        """)
    staff.site.give("41.00", "--fund", "13")
    # The stream ends, and the server refuses a new one: the rows disappear, and then the page is reloaded.
    until(staff, lambda: "Disconnected. This page reloads" in staff.sees)
    assert not staff.phone.has("#live *")
    until(staff, lambda: staff.heading == "Sign in")


@pytest.mark.parametrize("phone", ["without scripts"], indirect=True)
def test_without_scripts_it_is_shown_when_the_page_is_opened_again(staff):
    staff.sign_in("reader").go("Live")
    assert "As of " in staff.sees and staff.phone.has("meta[http-equiv=refresh]")
    before = staff.rows
    staff.site.give("41.00", "--fund", "13")
    staff.phone.press(".ways a[href$='/live']")
    assert staff.rows[0][1:] == ["Gift New roof", "$41.00", "succeeded"] and staff.rows[1:] == before


@pytest.mark.parametrize("phone", ["without scripts"], indirect=True)
def test_seats_are_shown_to_whoever_asks_for_them_and_may_see_them(staff):
    staff.sign_in("reader").go("Live")
    staff.phone.press("a[href$='seats=1']")
    assert {row[4] for row in staff.rows if row[1].startswith("Tap")} == {"A1", "B1"}
    staff.phone.press(".ways a:last-child")
    assert all(len(row) == 4 for row in staff.rows)
    staff.sign_in("treasurer").open("/live?seats=1")
    assert all(len(row) == 4 for row in staff.rows) and not staff.phone.has("a[href*='seats=1']")
