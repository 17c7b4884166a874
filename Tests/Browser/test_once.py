"""One form is one gift, whatever a thumb does."""

import concurrent.futures

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.support.ui import WebDriverWait

from donor import CHARGE, DECLINED, REFUSED, THANKS, VISA, Donor
from phone import SECONDS


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
    assert "Review your gift" in donor.sees
    donor.sign().confirm()
    assert THANKS in donor.sees and donor.phone.path.startswith(address)
    assert len(donor.site.gifts()) == 1


def test_all_the_way_back_and_another_amount_is_told_of_the_first_gift(donor):
    donor.give()
    donor.phone.back().back()
    donor.choose(amount="75").sign().confirm()
    assert "This form was already used" in donor.sees and "Charged $50.00" in donor.sees
    assert [gift["total_minor"] for gift in donor.site.gifts()] == [5000]


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
    donor.sign(card=VISA).confirm()
    assert THANKS in donor.sees
    assert [gift["status"] for gift in donor.site.gifts()] == ["succeeded"]
