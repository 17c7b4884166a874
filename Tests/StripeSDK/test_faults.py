"""What goes wrong on demand: requests, and webhooks."""

import time

import pytest
import requests
import stripe

from serving import balance_holds, client_of, paid_intent, tapctl


@pytest.fixture
def own(own_processor, tmp_path):
    with own_processor(tmp_path, "--webhook-retries", "1") as process:
        process.client = client_of(process.url)
        yield process


@pytest.fixture
def fault(program, tmp_path):
    return lambda *arguments: tapctl(program, tmp_path, "fault", *arguments)


def endpoint(own, receiver):
    return own.client.v1.webhook_endpoints.create(
        {"url": receiver.url, "enabled_events": ["customer.created"]})


# Requests


def test_429_is_a_rate_limit(own, fault):
    fault("set", "429", "--first", "1")
    with pytest.raises(stripe.RateLimitError) as caught:
        own.client.v1.balance.retrieve()
    assert (caught.value.http_status, caught.value.json_body["error"]["code"]) == (429, "rate_limit")
    own.client.v1.balance.retrieve()


def test_500_carries_nothing_out(own, fault):
    fault("set", "500", "--on", "POST /v1/customers")
    with pytest.raises(stripe.APIError):
        own.client.v1.customers.create({"name": "Ada"})
    assert fault("clear")["cleared"] == 1
    assert own.client.v1.customers.list().data == []


def test_a_cut_before_carries_nothing_out(own, fault):
    fault("set", "cut-before", "--on", "POST /v1/customers", "--first", "1")
    with pytest.raises(stripe.APIConnectionError):
        own.client.v1.customers.create({"name": "Ada"})
    assert own.client.v1.customers.list().data == []


def test_a_cut_after_carries_it_out(own, fault):
    fault("set", "cut-after", "--on", "POST /v1/customers", "--first", "1")
    with pytest.raises(stripe.APIConnectionError):
        own.client.v1.customers.create({"name": "Ada"})
    assert [one.name for one in own.client.v1.customers.list().data] == ["Ada"]


@pytest.mark.parametrize("kind", ["cut-after", "cut-before", "500"])
def test_the_sdk_tries_again_and_charges_once(own, fault, kind):
    fault("set", kind, "--on", "POST /v1/payment_intents", "--first", "2")
    intent = paid_intent(client_of(own.url, retries=3))
    assert intent.status == "succeeded"
    assert len(own.client.v1.charges.list().data) == 1
    assert balance_holds(own.client)


def test_latency_makes_an_answer_late(own, fault):
    fault("set", "latency", "--ms", "700", "--on", "GET /v1/balance")
    start = time.monotonic()
    own.client.v1.balance.retrieve()
    assert time.monotonic() - start >= 0.7


def test_a_share_is_drawn_from_its_seed(own, fault):
    def drawn():
        fault("set", "500", "--rate", "0.5", "--seed", "7")
        statuses = [requests.get(own.url + "/v1/balance", auth=("sk_test_x", "")).status_code for _ in range(20)]
        fault("clear")
        return statuses

    first = drawn()
    assert first == drawn()
    assert {200, 500} == set(first)


def test_the_list_tells_how_often_a_fault_was_met(own, fault):
    made = fault("set", "500", "--on", "GET /v1/customers*", "--first", "1")
    for _ in range(3):
        requests.get(own.url + "/v1/customers", auth=("sk_test_x", ""))
    listed = fault("list")["data"]
    assert [(one["number"], one["kind"], one["seen"]) for one in listed] == [(made["number"], "500", 3)]


def test_a_served_processor_is_steered_over_the_wire(own_processor, program, tmp_path):
    with own_processor(tmp_path, "--in-memory") as process:
        client = client_of(process.url)
        made = tapctl(
            program, tmp_path, "fault", "set", "500", "--on", "GET /v1/customers", "--rate", "0.25", "--first", "9",
            "--seed", "18446744073709551615", "--url", process.url)
        assert (made["number"], made["rate_per_10000"], made["first"], made["seed"]) == (1, 2500, 9, str(2**64 - 1))
        tapctl(program, tmp_path, "fault", "set", "429", "--on", "GET /v1/charges", "--url", process.url)
        with pytest.raises(stripe.RateLimitError):
            client.v1.charges.list()
        listed = tapctl(program, tmp_path, "fault", "list", "--url", process.url)["data"]
        assert [(one["kind"], one["seen"]) for one in listed] == [("500", 0), ("429", 1)]
        assert tapctl(program, tmp_path, "fault", "list")["data"] == []
        assert tapctl(program, tmp_path, "fault", "clear", "2", "--url", process.url)["cleared"] == 1
        client.v1.charges.list()
        assert tapctl(program, tmp_path, "fault", "clear", "--url", process.url)["cleared"] == 1


@pytest.mark.parametrize("form, parameter", [
    ({}, "kind"), ({"kind": "lightning"}, "kind"), ({"kind": "latency"}, "ms"), ({"kind": "500", "ms": "3"}, "ms"),
    ({"kind": "latency", "ms": "0"}, "ms"), ({"kind": "delay", "ms": "10001"}, "ms"), ({"kind": "500", "mode": "x"}, "mode"),
    ({"kind": "500", "rate_per_10000": "10001"}, "rate_per_10000"), ({"kind": "500", "rate_per_10000": "0"}, "rate_per_10000"),
    ({"kind": "500", "first": "0"}, "first"),
    ({"kind": "500", "seed": "x"}, "seed"), ({"kind": "500", "on": "a" * 201}, "on"), ({"kind": "500", "on": "*" * 6}, "on"),
    ({"kind": "500", "on": "/v1/chargez"}, "on"), ({"kind": "drop", "on": "invoices.*"}, "on"),
])
def test_a_fault_that_makes_no_sense_is_refused(own_url, form, parameter):
    answer = requests.post(own_url + "/_tapctl/faults", data=form, auth=("sk_test_x", ""))
    assert (answer.status_code, answer.json()["error"]["param"]) == (400, parameter)


def test_nobody_steers_without_a_secret_key(own_url):
    for key in ("pk_test_x", ""):
        assert requests.get(own_url + "/_tapctl/faults", auth=(key, "")).status_code == 401


# Webhooks


def test_a_wrong_signature_is_rejected(own, receiver, fault):
    made = endpoint(own, receiver)
    fault("set", "wrong-signature", "--first", "1")
    own.client.v1.customers.create({"name": "Ada"})
    body, signature = receiver.wait(1)[0]
    with pytest.raises(stripe.SignatureVerificationError):
        stripe.Webhook.construct_event(body, signature, made.secret)


def test_a_dropped_webhook_never_comes(own, receiver, fault, program, tmp_path):
    made = endpoint(own, receiver)
    fault("set", "drop", "--first", "1")
    own.client.v1.customers.create({"name": "Ada"})
    own.client.v1.customers.create({"name": "Grace"})
    events = receiver.events(made.secret, 1)
    time.sleep(1.5)
    assert [event.data.object.name for event in events] == ["Grace"] and len(receiver.received) == 1
    assert "drop" in [one["fault"] for one in tapctl(program, tmp_path, "deliveries")["data"]]


def test_a_doubled_webhook_comes_twice(own, receiver, fault):
    made = endpoint(own, receiver)
    fault("set", "double")
    own.client.v1.customers.create({"name": "Ada"})
    assert len({event.id for event in receiver.events(made.secret, 2)}) == 1


def test_shuffled_webhooks_come_in_another_order(own, receiver, fault):
    made = own.client.v1.webhook_endpoints.create({"url": receiver.url, "enabled_events": ["*"]})
    fault("set", "shuffle", "--seed", "3")
    paid_intent(own.client)
    types = [event.type for event in receiver.events(made.secret, 3)]
    usual = ["payment_intent.created", "charge.succeeded", "payment_intent.succeeded"]
    assert types != usual and sorted(types) == sorted(usual)


def test_a_delayed_webhook_comes_later(own, receiver, fault):
    endpoint(own, receiver)
    fault("set", "delay", "--ms", "800")
    start = time.monotonic()
    own.client.v1.customers.create({"name": "Ada"})
    receiver.wait(1)
    assert time.monotonic() - start >= 0.8
