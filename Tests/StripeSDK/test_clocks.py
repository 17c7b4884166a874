"""Test clocks of a few customers, and the one clock of the whole simulator."""

import time

import pytest
import requests
import stripe

from events import events_of
import pages

JANUARY_31 = 1_801_386_000  # 2027-01-31T09:00:00Z
DAY = 86_400


def wait(client, clock, **options):
    """The clock, once it stands."""
    for _ in range(100):
        clock = client.v1.test_helpers.test_clocks.retrieve(clock.id, {}, options or None)
        if clock.status == "ready":
            return clock
        time.sleep(0.1)
    raise AssertionError("the clock does not become ready")


@pytest.fixture
def clock(client):
    made = client.v1.test_helpers.test_clocks.create({"frozen_time": JANUARY_31, "name": "January"})
    yield made
    try:
        client.v1.test_helpers.test_clocks.delete(made.id)
    except stripe.InvalidRequestError:
        pass  # the test itself deleted it


def test_a_clock_is_made_read_listed_and_deleted_with_its_customers(client, clock):
    assert (clock.status, clock.frozen_time, clock.name) == ("ready", JANUARY_31, "January")
    assert clock.deletes_after == clock.created + 30 * DAY
    assert client.v1.test_helpers.test_clocks.list({"limit": 1}).data[0].id == clock.id
    customer = client.v1.customers.create({"test_clock": clock.id})
    assert (customer.test_clock, customer.created) == (clock.id, JANUARY_31)
    assert [one.id for one in client.v1.customers.list({"test_clock": clock.id}).data] == [customer.id]
    assert client.v1.test_helpers.test_clocks.delete(clock.id).deleted
    assert client.v1.customers.retrieve(customer.id).deleted
    with pytest.raises(stripe.InvalidRequestError) as caught:
        client.v1.test_helpers.test_clocks.retrieve(clock.id)
    assert caught.value.http_status == 404


def test_a_clock_has_three_customers_at_most(client, clock):
    for _ in range(3):
        client.v1.customers.create({"test_clock": clock.id})
    with pytest.raises(stripe.InvalidRequestError, match="up to 3 customers") as caught:
        client.v1.customers.create({"test_clock": clock.id})
    assert caught.value.param == "test_clock"
    with pytest.raises(stripe.InvalidRequestError) as caught:
        client.v1.customers.create({"test_clock": "clock_none"})
    assert caught.value.code == "resource_missing"


def test_a_clock_moves_and_refuses_everything_meanwhile(client, clock):
    customer = client.v1.customers.create({"test_clock": clock.id})
    moving = client.v1.test_helpers.test_clocks.advance(clock.id, {"frozen_time": JANUARY_31 + DAY})
    assert moving.status == "advancing"
    assert moving.status_details.advancing.target_frozen_time == JANUARY_31 + DAY
    for act in (
        lambda: client.v1.test_helpers.test_clocks.advance(clock.id, {"frozen_time": JANUARY_31 + 2 * DAY}),
        lambda: client.v1.customers.update(customer.id, {"name": "Dana"}),
    ):
        with pytest.raises(stripe.InvalidRequestError, match="advancement underway"):
            act()
    assert wait(client, clock).frozen_time == JANUARY_31 + DAY
    expected = [f"test_helpers.test_clock.{word}" for word in ("ready", "advancing", "created")]
    assert [one.type for one in events_of(client, clock.id, *expected)] == expected


BEYOND = [JANUARY_31, JANUARY_31 - 1, JANUARY_31 + 732 * DAY]


@pytest.mark.parametrize("moment", BEYOND)
def test_a_clock_never_goes_back_nor_too_far(client, clock, moment):
    with pytest.raises(stripe.InvalidRequestError) as caught:
        client.v1.test_helpers.test_clocks.advance(clock.id, {"frozen_time": moment})
    assert caught.value.param == "frozen_time"
    assert client.v1.test_helpers.test_clocks.retrieve(clock.id).status == "ready"


def test_a_connected_account_may_have_a_clock_here(client):
    account = client.v1.accounts.create({"type": "express"})
    options = {"stripe_account": account.id}
    clock = client.v1.test_helpers.test_clocks.create({"frozen_time": JANUARY_31}, options)
    client.v1.test_helpers.test_clocks.advance(clock.id, {"frozen_time": JANUARY_31 + DAY}, options)
    assert wait(client, clock, **options).frozen_time == JANUARY_31 + DAY
    with pytest.raises(stripe.InvalidRequestError):
        client.v1.test_helpers.test_clocks.retrieve(clock.id)


def test_the_simulators_clock_moves_forward_alone(client, base_url):
    url = base_url + "/_tapctl/clock"
    before = requests.get(url, headers=pages.KEY, timeout=20).json()
    after = pages.advance(base_url, "1d12h")
    assert after - before["now"] in range(129_600, 129_700)
    made = client.v1.customers.create({})
    assert made.created >= after
    for path, fields in [
        ("/advance", {"by": "-1d"}), ("/advance", {"by": "0s"}), ("/advance", {"by": "soon"}), ("/advance", {}),
        ("/set", {"to": "2001-01-01T00:00:00Z"}), ("/set", {"to": "tomorrow"}),
    ]:
        refused = requests.post(url + path, data=fields, headers=pages.KEY, timeout=20)
        assert (path, fields, refused.status_code) == (path, fields, 400)
    assert requests.post(url + "/advance", data={"by": "1d"}, timeout=20).status_code == 401
    page = {"Authorization": "Bearer pk_test_suite"}
    assert requests.post(url + "/advance", data={"by": "1d"}, headers=page, timeout=20).status_code == 401
    assert requests.post(url + "/back", data={"by": "1d"}, headers=pages.KEY, timeout=20).status_code == 404


def test_what_comes_due_on_the_way_has_happened(client, base_url):
    held = client.v1.payment_intents.create({
        "amount": 1000, "currency": "usd", "payment_method": "pm_card_visa", "confirm": True, "capture_method": "manual"})
    paid = client.v1.payment_intents.create({
        "amount": 5000, "currency": "usd", "payment_method": "pm_card_visa", "confirm": True})
    pages.advance(base_url, "8d")
    held = client.v1.payment_intents.retrieve(held.id)
    assert (held.status, held.cancellation_reason) == ("canceled", "automatic")
    charge = client.v1.charges.retrieve(paid.latest_charge, {"expand": ["balance_transaction"]})
    assert charge.balance_transaction.status == "available"


def test_a_subscription_of_a_checkout_page_lives_by_its_customers_clock(client, clock, base_url):
    customer = client.v1.customers.create({"test_clock": clock.id})
    session = client.v1.checkout.sessions.create({
        "mode": "subscription", "customer": customer.id, "success_url": "https://example.org/",
        "line_items": [{"quantity": 1, "price_data": {
            "currency": "usd", "unit_amount": 900, "recurring": {"interval": "month"},
            "product_data": {"name": "Gift"}}}]})
    assert (session.created, session.expires_at) == (JANUARY_31, JANUARY_31 + DAY)
    assert pages.send(base_url, session.url, method="pm_card_visa").status_code == 303
    begun = client.v1.checkout.sessions.retrieve(session.id, {"expand": ["subscription"]}).subscription
    assert (begun.created, begun.status) == (JANUARY_31, "active")
