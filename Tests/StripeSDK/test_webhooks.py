"""Endpoints of webhooks, and what is delivered to them."""

import json
import time

import pytest
import stripe

import schema
from pages import advance
from serving import client_of, paid_intent, tapctl


@pytest.fixture
def own(own_processor, tmp_path):
    """A processor on a folder of its own that tries again after a second."""
    with own_processor(tmp_path, "--webhook-retries", "1,1,1") as process:
        process.client = client_of(process.url)
        yield process


def endpoint(client, url, **more):
    return client.v1.webhook_endpoints.create({"url": url, "enabled_events": ["*"], **more})


def until(found, seconds=15):
    """What `found` gives once it gives something."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        answer = found()
        if answer:
            return answer
        time.sleep(0.1)
    raise AssertionError("it did not come")


# The resource


def test_an_endpoint_tells_its_secret_once(client):
    made = client.v1.webhook_endpoints.create({
        "url": "https://example.org/hook", "enabled_events": ["charge.refunded"], "description": "books",
        "metadata": {"for": "books"}})
    assert made.secret.startswith("whsec_") and made.status == "enabled"
    found = client.v1.webhook_endpoints.retrieve(made.id)
    assert "secret" not in found.to_dict()
    assert (found.url, found.description, found.metadata.to_dict()) == (
        "https://example.org/hook", "books", {"for": "books"})
    assert made.id in [one.id for one in client.v1.webhook_endpoints.list().data]
    client.v1.webhook_endpoints.delete(made.id)


def test_an_endpoint_is_changed_disabled_and_deleted(client):
    made = endpoint(client, "https://example.org/hook")
    changed = client.v1.webhook_endpoints.update(
        made.id, {"url": "https://example.org/other", "enabled_events": ["invoice.paid"], "disabled": True})
    assert (changed.url, changed.enabled_events, changed.status) == (
        "https://example.org/other", ["invoice.paid"], "disabled")
    assert client.v1.webhook_endpoints.delete(made.id).deleted
    with pytest.raises(stripe.InvalidRequestError) as caught:
        client.v1.webhook_endpoints.retrieve(made.id)
    assert (caught.value.http_status, caught.value.code) == (404, "resource_missing")
    assert made.id not in [one.id for one in client.v1.webhook_endpoints.list().data]


@pytest.mark.parametrize("parameters, parameter", [
    ({"enabled_events": ["*"]}, "url"),
    ({"url": "https://example.org"}, "enabled_events"),
    ({"url": "example.org/hook", "enabled_events": ["*"]}, "url"),
    ({"url": "https://someone@example.org/", "enabled_events": ["*"]}, "url"),
    ({"url": "https://example.org", "enabled_events": ["nothing.happened"]}, "enabled_events[0]"),
])
def test_an_endpoint_that_makes_no_sense_is_refused(client, parameters, parameter):
    with pytest.raises(stripe.InvalidRequestError) as caught:
        client.v1.webhook_endpoints.create(parameters)
    assert (caught.value.http_status, caught.value.param) == (400, parameter)


# Deliveries


def test_what_happens_is_delivered_signed_and_in_order(own, receiver):
    made = endpoint(own.client, receiver.url)
    intent = paid_intent(own.client, {"idempotency_key": "gift-1"})
    events = receiver.events(made.secret, 3)
    assert [event.type for event in events] == [
        "payment_intent.created", "charge.succeeded", "payment_intent.succeeded"]
    assert events[2].data.object.id == intent.id
    assert events[2].request.idempotency_key == "gift-1"
    assert events[2].request.id == intent.last_response.headers["Request-Id"]
    assert "account" not in events[2].to_dict()


def test_only_what_was_asked_for_is_delivered(own, receiver):
    endpoint(own.client, receiver.url, enabled_events=["charge.refunded"])
    paid = paid_intent(own.client)
    own.client.v1.refunds.create({"payment_intent": paid.id})
    receiver.wait(1)
    time.sleep(0.5)
    assert receiver.types() == ["charge.refunded"]


def test_the_event_counts_what_is_still_to_be_delivered(own, receiver):
    receiver.status = 500
    endpoint(own.client, receiver.url, enabled_events=["customer.created"])
    own.client.v1.customers.create({"name": "Ada"})
    told = json.loads(receiver.wait(1)[0][0])
    assert told["pending_webhooks"] == 1
    assert own.client.v1.events.retrieve(told["id"]).pending_webhooks == 1
    receiver.status = 200
    until(lambda: own.client.v1.events.retrieve(told["id"]).pending_webhooks == 0)


def test_a_failure_is_tried_again_by_the_schedule_signed_anew(own, receiver):
    receiver.statuses = [500, 302]
    made = endpoint(own.client, receiver.url, enabled_events=["customer.created"])
    own.client.v1.customers.create({"name": "Ada"})
    events = receiver.events(made.secret, 3)
    assert len({event.id for event in events}) == 1
    assert len({signature for _, signature in receiver.received}) == 3


def test_after_the_last_attempt_there_is_none(own, receiver, program, tmp_path):
    receiver.status = 500
    endpoint(own.client, receiver.url, enabled_events=["customer.created"])
    own.client.v1.customers.create({"name": "Ada"})
    receiver.wait(4)
    time.sleep(1.5)
    assert len(receiver.received) == 4
    log = tapctl(program, tmp_path, "deliveries")["data"]
    assert [one["attempt"] for one in log] == [4, 3, 2, 1]
    assert [one["next_attempt"] is None for one in log] == [True, False, False, False]
    assert {one["status"] for one in log} == {500}


def test_a_disabled_endpoint_is_told_no_more(own, receiver):
    receiver.status = 500
    made = endpoint(own.client, receiver.url, enabled_events=["customer.created"])
    own.client.v1.customers.create({"name": "Ada"})
    receiver.wait(1)
    own.client.v1.webhook_endpoints.update(made.id, {"disabled": True})
    told = len(receiver.received)
    own.client.v1.customers.create({"name": "Grace"})
    time.sleep(1.5)
    assert len(receiver.received) - told <= 1


def test_both_secrets_sign_after_a_roll_and_one_later(own, receiver, program, tmp_path):
    made = endpoint(own.client, receiver.url, enabled_events=["customer.created"])
    rolled = tapctl(program, tmp_path, "roll", made.id, "--overlap", "3")
    own.client.v1.customers.create({"name": "Ada"})
    body, signature = receiver.wait(1)[0]
    assert signature.count("v1=") == 2
    for secret in (made.secret, rolled["secret"]):
        stripe.Webhook.construct_event(body, signature, secret)
    time.sleep(3.2)
    own.client.v1.customers.create({"name": "Grace"})
    body, signature = receiver.wait(2)[1]
    stripe.Webhook.construct_event(body, signature, rolled["secret"])
    with pytest.raises(stripe.SignatureVerificationError):
        stripe.Webhook.construct_event(body, signature, made.secret)


def test_what_happens_to_the_platform_is_not_told_to_connect_endpoints(own, receiver):
    endpoint(own.client, receiver.url, connect=True)
    own.client.v1.customers.create({"name": "Ada"})
    time.sleep(0.5)
    assert receiver.received == []


def test_an_event_tells_what_was_before(own, receiver):
    customer = own.client.v1.customers.create({"name": "Ada", "metadata": {"seat": "A1"}})
    made = endpoint(own.client, receiver.url, enabled_events=["customer.updated"])
    own.client.v1.customers.update(customer.id, {"name": "Grace", "metadata": {"row": "2"}})
    event = receiver.events(made.secret, 1)[0]
    assert event.data.previous_attributes.to_dict() == {"name": "Ada", "metadata": {"row": None}}


def test_a_remote_address_is_not_told_and_the_log_says_why(own, program, tmp_path):
    endpoint(own.client, "http://192.0.2.1/hook")
    own.client.v1.customers.create({"name": "Ada"})
    log = until(lambda: tapctl(program, tmp_path, "deliveries")["data"])
    assert "--allow-remote-webhooks" in log[0]["problem"]
    assert log[0]["next_attempt"] is None


def test_nobody_there_is_a_failure_that_is_tried_again(own, program, tmp_path):
    endpoint(own.client, "http://127.0.0.1:9/hook")
    own.client.v1.customers.create({"name": "Ada"})
    log = until(lambda: tapctl(program, tmp_path, "deliveries")["data"])
    assert log[0]["status"] is None and log[-1]["next_attempt"] is not None


def test_an_event_is_resent_to_one_endpoint(own, receiver, program, tmp_path):
    made = endpoint(own.client, receiver.url, enabled_events=["customer.created"])
    own.client.v1.customers.create({"name": "Ada"})
    event = receiver.events(made.secret, 1)[0]
    tapctl(program, tmp_path, "resend", event.id, "--endpoint", made.id)
    assert {one.id for one in receiver.events(made.secret, 2)} == {event.id}


def test_two_servers_on_one_file_deliver_once(own_processor, tmp_path, receiver):
    with own_processor(tmp_path) as first, own_processor(tmp_path) as second:
        made = endpoint(client_of(first.url), receiver.url, enabled_events=["customer.created"])
        for number in range(10):
            client_of((first if number % 2 else second).url).v1.customers.create({"name": f"number {number}"})
        names = [event.data.object.name for event in receiver.events(made.secret, 10)]
        time.sleep(0.5)
        assert len(receiver.received) == 10
        assert sorted(names) == names


def test_what_was_not_delivered_when_the_server_ended_is_delivered_by_the_next(own_processor, tmp_path, receiver):
    with own_processor(tmp_path, "--webhook-retries", "1,1") as process:
        receiver.status = 500
        made = endpoint(client_of(process.url), receiver.url, enabled_events=["customer.created"])
        client_of(process.url).v1.customers.create({"name": "Ada"})
        receiver.wait(1)
    receiver.status = 200
    with own_processor(tmp_path, "--webhook-retries", "1,1"):
        receiver.events(made.secret, 2)


def test_a_trigger_makes_its_event_happen(own, receiver, program, tmp_path, triggered):
    """Every event that `trigger --list` names; those that come by the clock once it is moved over the wire."""
    secrets = [
        endpoint(own.client, receiver.url, enabled_events=[triggered], connect=connect).secret
        for connect in (False, True)]
    told = tapctl(program, tmp_path, "trigger", triggered, "--url", own.url)
    assert told["type"] == triggered and told["comes_later"] == (told["event"] is None)
    if told["comes_later"]:
        assert receiver.received == []
        advance(own.url, "10d")
    body, signature = receiver.wait(1)[0]
    assert schema.event_problems(body) == []
    event = verified(body, signature, secrets)
    assert event.type == triggered


def verified(body, signature, secrets):
    """The event, by the first of these secrets that signed it."""
    for secret in secrets:
        try:
            return stripe.Webhook.construct_event(body, signature, secret)
        except stripe.SignatureVerificationError:
            continue
    raise AssertionError("none of the endpoints' secrets signed it")


def test_triggers_work_on_the_folder_too(own, receiver, program, tmp_path):
    made = endpoint(own.client, receiver.url, enabled_events=["charge.refunded"])
    told = tapctl(program, tmp_path, "trigger", "charge.refunded")
    assert receiver.events(made.secret, 1)[0].id == told["event"]["id"]
