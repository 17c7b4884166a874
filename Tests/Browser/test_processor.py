"""The simulated processor's pages on a narrow phone, and with large type."""

import pytest

import processor

# A session with a long amount of three decimals.
FORM = {
    "mode": "payment", "success_url": "https://example.org/thanks", "line_items[0][quantity]": 1,
    "line_items[0][price_data][currency]": "kwd", "line_items[0][price_data][unit_amount]": 99004130,
    "line_items[0][price_data][product_data][name]": "Candle for the winter fair"}

# The number of lines of an element's text.
LINES = """
const range = document.createRange();
range.selectNodeContents(document.querySelector(arguments[0]));
return new Set([...range.getClientRects()].map(one => Math.round(one.top))).size;
"""


@pytest.fixture(scope="module")
def served(program, tmp_path_factory):
    with processor.served(program, tmp_path_factory.mktemp("processor")) as served:
        yield served


@pytest.mark.parametrize("size", ["100%", "200%"])
def test_an_amount_stays_on_one_line(served, with_scripts, size):
    phone = with_scripts.open(served._post("checkout/sessions", FORM)["url"])
    with phone.screen(320):
        phone.driver.execute_script("document.documentElement.style.fontSize = arguments[0]", size)
        assert "99,004.130" in phone.text(".amount")
        assert phone.driver.execute_script(LINES, ".amount") == 1
        assert size == "200%" or phone.width == 320


def test_an_expiration_needs_no_slash(served, with_scripts):
    phone = with_scripts.open(served.invoice())
    phone.write("input[name=number]", "4242424242424242").write("input[name=expiry]", "1240")
    phone.write("input[name=cvc]", "123").press("form:has(input[name=number]) button")
    assert "Receipt for invoice" in phone.text("h1")


def test_the_card_form_of_the_portal_opens(served, with_scripts):
    phone = with_scripts.open(served.portal())
    assert not phone.find("input[name=number]").is_displayed()
    phone.find("details > summary").click()
    assert phone.find("input[name=number]").is_displayed()
