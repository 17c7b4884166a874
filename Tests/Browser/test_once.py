"""One form is one gift, whatever a thumb does."""

import concurrent.futures

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.support.ui import WebDriverWait

from donor import CHARGE, DECLINED, REFUSED, THANKS, VISA, Donor
from phone import SECONDS
from phone import phone as switched_on

USED = "This gift was already made. Your new gift was not made, and nothing more was charged."
AGAIN = "a[href^='/-/choose?']"
# After Back, the browser shows the review only if it still has the page in memory. The server shows the gift instead.
REVIEW = "Review your gift"


def test_a_double_click_is_one_gift(donor):
    """On a slow link, so that the second click comes before the first one is answered."""
    donor.tap().choose().sign()
    donor.phone.link(latency_ms=400, bits_per_second=400_000)
    try:
        donor.phone.press_twice(CHARGE)
    finally:
        donor.phone.fast()
    assert THANKS in donor.sees
    assert [gift["status"] for gift in donor.site.gifts()] == ["succeeded"] and donor.site.balanced()


def test_the_same_form_sent_from_two_windows_at_once_is_one_gift(with_scripts, without_scripts, site):
    """A browser sends a double click as it likes, once or twice; here both are sent for sure."""
    one, other = Donor(with_scripts, site), Donor(without_scripts, site)
    one.tap().choose().sign()
    without_scripts.share_cookies(with_scripts)
    other.tap(with_scripts.path).sign()
    with concurrent.futures.ThreadPoolExecutor() as thumbs:
        list(thumbs.map(Donor.confirm, (one, other)))
    for donor in (one, other):
        # The later one may meet the gift while it is being paid, and the page says so and asks again by itself.
        WebDriverWait(donor.phone.driver, SECONDS, ignored_exceptions=[WebDriverException]).until(
            lambda _: THANKS in donor.sees)
    assert with_scripts.path.split("?")[0] == without_scripts.path.split("?")[0]
    assert [gift["status"] for gift in site.gifts()] == ["succeeded"] and site.balanced()


def test_back_and_send_again_is_one_gift(donor):
    donor.give()
    address = donor.phone.path
    donor.phone.back()
    if REVIEW in donor.sees:
        donor.sign().confirm()
    assert THANKS in donor.sees and donor.phone.path.startswith(address)
    assert len(donor.site.gifts()) == 1


def test_give_again_after_back_makes_a_second_gift(donor):
    donor.give(amount="20")
    donor.phone.back()
    donor.phone.press("button[formaction='/-/change']" if REVIEW in donor.sees else AGAIN)
    donor.choose(amount="77").sign().confirm()
    assert THANKS in donor.sees and "Charged $77.00" in donor.sees
    assert sorted(gift["total_minor"] for gift in donor.site.gifts()) == [2000, 7700]


def test_all_the_way_back_and_another_amount_is_told_of_the_first_gift(donor):
    donor.give()
    donor.phone.back().back()
    donor.choose(amount="75")
    assert USED in donor.sees and "Charged $50.00" in donor.sees
    assert [gift["total_minor"] for gift in donor.site.gifts()] == [5000]
    donor.phone.press(AGAIN)
    donor.choose(amount="75").sign().confirm()
    assert sorted(gift["total_minor"] for gift in donor.site.gifts()) == [5000, 7500]


def test_all_the_way_back_and_the_same_amount_is_one_gift(donor):
    """In a browser without a cookie, which gets one with the giving page, and in one that has it."""
    donor.phone.forget()
    for count in (1, 2):
        donor.give()
        address = donor.phone.path
        donor.phone.back().back()
        donor.choose()
        assert THANKS in donor.sees and donor.phone.path == address
        assert len(donor.site.gifts()) == count


def test_all_the_way_back_is_the_same_form_in_a_browser_that_keeps_no_pages_in_memory(site):
    """Chromium then reads the giving page from its cache."""
    with switched_on(arguments=["--disable-features=BackForwardCache"]) as phone:
        donor = Donor(phone, site).give()
        phone.back().back()
        donor.choose(amount="75")
        assert USED in donor.sees and "Charged $50.00" in donor.sees
        assert [gift["total_minor"] for gift in site.gifts()] == [5000]


def test_another_tap_is_another_gift(donor):
    donor.give()
    address = donor.phone.path
    donor.give()
    assert THANKS in donor.sees and donor.phone.path != address
    assert len(donor.site.gifts()) == 2


def test_two_tabs_are_two_gifts(donor):
    donor.tap().choose(amount="20")
    with donor.phone.new_tab():
        donor.give(amount="30")
        assert THANKS in donor.sees and "Charged $30.00" in donor.sees
    donor.sign().confirm()
    assert THANKS in donor.sees and "Charged $20.00" in donor.sees
    assert sorted(gift["total_minor"] for gift in donor.site.gifts()) == [2000, 3000]


def test_the_addresses_of_a_gift_open_in_no_other_browser(with_scripts, without_scripts, site):
    one, other = Donor(with_scripts.forget(), site), Donor(without_scripts.forget(), site)
    one.tap().choose()
    review, key = with_scripts.path, with_scripts.value("input[name=key]")
    one.sign().confirm()
    address = with_scripts.path
    secrets = [cookie["value"] for cookie in with_scripts.driver.get_cookies()]
    assert secrets and not any(secret in review + address + with_scripts.source for secret in secrets)
    for path in (address, f"{address}/receipt", f"/-/give/{key}"):
        other.tap(path)
        assert other.heading == "This gift cannot be shown" and "$50" not in other.sees
    other.tap(review)
    assert "You haven't been charged" in other.sees and without_scripts.value("input[name=name]") == ""
    # Its own browser shows it again, as from a bookmark.
    one.tap("/").tap(address)
    assert THANKS in one.sees and len(site.gifts()) == 1


def test_a_reload_is_one_gift(donor):
    donor.give()
    for _ in range(2):
        donor.phone.reload()
        assert THANKS in donor.sees
    assert len(donor.site.gifts()) == 1


def test_a_review_that_is_read_again_and_again_charges_nothing(donor):
    donor.tap().choose()
    for _ in range(2):
        donor.phone.reload()
        assert "You haven't been charged" in donor.sees
    assert donor.site.gifts() == []


def test_back_after_a_declined_card_and_another_one_is_the_same_gift(donor):
    donor.give(card=REFUSED)
    assert donor.hears == DECLINED
    donor.phone.back()
    if REVIEW in donor.sees:
        donor.sign(VISA).confirm()
    else:
        donor.try_card(VISA)
    assert THANKS in donor.sees
    assert [gift["status"] for gift in donor.site.gifts()] == ["succeeded"]


def test_a_browser_that_refuses_cookies_is_asked_to_allow_them_before_anything_is_charged(site):
    with switched_on(cookies=False) as phone:
        donor = Donor(phone, site).tap().choose()
        assert donor.heading == "Cookies are needed" and "Nothing was charged." in donor.sees
        assert not phone.has("form") and site.gifts() == []
