"""One key is one charge: at once, after a cut, after a kill."""

import concurrent.futures
import time

import pytest
import requests
import stripe

from serving import KEY, balance_holds, client_of, paid_intent


def test_thirty_creates_at_once_are_one_charge(client, base_url):
    customer = client.v1.customers.create({"name": "thirty at once"})

    def create(_):
        own = client_of(base_url, retries=4)
        return paid_intent(own, {"idempotency_key": f"thirty-{customer.id}"}, customer=customer.id).id

    with concurrent.futures.ThreadPoolExecutor(30) as pool:
        ids = set(pool.map(create, range(30)))
    assert len(ids) == 1
    assert len(client.v1.charges.list({"customer": customer.id}).data) == 1


def test_a_key_in_use_is_409_or_answered_again(client, base_url):
    customer = client.v1.customers.create({"name": "two at once"})

    def create(_):
        return requests.post(
            base_url + "/v1/payment_intents", auth=(KEY, ""),
            headers={"Idempotency-Key": f"two-{customer.id}"},
            data={"amount": 1000, "currency": "usd", "customer": customer.id})

    with concurrent.futures.ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(create, range(20)))
    assert {one.status_code for one in answers} <= {200, 409}
    for answer in answers:
        if answer.status_code == 409:
            assert answer.json()["error"]["code"] == "idempotency_key_in_use"
            assert answer.headers["Stripe-Should-Retry"] == "true"
    assert len({one.json()["id"] for one in answers if one.status_code == 200}) == 1


def test_the_same_key_on_another_path_is_refused(client):
    client.v1.customers.create({"name": "Ada"}, {"idempotency_key": "path-key"})
    with pytest.raises(stripe.IdempotencyError):
        client.v1.payment_intents.create(
            {"amount": 1000, "currency": "usd"}, {"idempotency_key": "path-key"})


def test_a_key_has_255_characters_at_most(client):
    with pytest.raises(stripe.InvalidRequestError):
        client.v1.customers.create({"name": "Ada"}, {"idempotency_key": "k" * 256})


def test_a_kill_in_the_middle_of_a_storm_loses_and_doubles_nothing(own_processor, tmp_path):
    keys = [f"storm-{number}" for number in range(120)]
    answered = {}

    def create(url, key, retries=0):
        return paid_intent(client_of(url, retries), {"idempotency_key": key}, metadata={"key": key}).id

    def storm(url, wanted):
        try:
            answered[wanted] = create(url, wanted)
        except stripe.StripeError:
            pass

    with own_processor(tmp_path) as process:
        with concurrent.futures.ThreadPoolExecutor(12) as pool:
            work = [pool.submit(storm, process.url, key) for key in keys]
            while len(answered) < 15:
                time.sleep(0.005)
            process.kill()
            concurrent.futures.wait(work)
        process.wait(timeout=20)
    assert 15 <= len(answered) < len(keys)
    with own_processor(tmp_path) as process:
        again = {key: create(process.url, key, retries=2) for key in keys}
        own = client_of(process.url)
        assert {key: again[key] for key in answered} == answered
        intents = list(own.v1.payment_intents.list({"limit": 100}).auto_paging_iter())
        assert sorted(one.metadata["key"] for one in intents) == sorted(keys)
        assert len(list(own.v1.charges.list({"limit": 100}).auto_paging_iter())) == len(keys)
        assert balance_holds(own)
