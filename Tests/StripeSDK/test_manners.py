"""How the server behaves on the wire: what it refuses, how it starts and ends."""

import socket
import subprocess
import threading
import time

import pytest
import requests

from serving import environment

AUTH = ("sk_test_suite", "")


@pytest.mark.parametrize("method", ["PUT", "PATCH", "HEAD", "OPTIONS"])
def test_methods_that_the_api_lacks_are_405(own_url, method):
    answer = requests.request(method, own_url + "/v1/customers", auth=AUTH)
    assert answer.status_code == 405 and answer.headers["Allow"] == "GET, POST, DELETE"
    if method != "HEAD":
        assert answer.json()["error"]["type"] == "invalid_request_error"


def test_a_path_that_is_not_there_is_404(own_url):
    answer = requests.get(own_url + "/v1/nothing", auth=AUTH)
    assert answer.status_code == 404 and answer.json()["error"]["type"] == "invalid_request_error"


def test_a_body_past_a_mebibyte_is_413(own_url):
    answer = requests.post(own_url + "/v1/customers", auth=AUTH, data={"name": "a" * (1 << 20)})
    assert answer.status_code == 413 and answer.json()["error"]["code"] == "request_too_large"


CARDS = ["4111111111111111", "5500 0000 0000 0004", "3400-0000-0000-009", "4222222222222"]


@pytest.mark.parametrize("number", CARDS)
@pytest.mark.parametrize("field", ["name", "metadata[note]", "description"])
def test_a_number_that_may_be_a_card_is_refused_and_not_told_back(own_url, field, number):
    answer = requests.post(own_url + "/v1/customers", auth=AUTH, data={field: f"my card: {number}."})
    error = answer.json()["error"]
    assert (answer.status_code, error["code"], error["param"]) == (400, "card_number_refused", field)
    assert number not in answer.text


@pytest.mark.parametrize("text", ["4242 4242 4242 4242", "1700000000000", "order 4111111111111112", "x4111111111111111"])
def test_other_numbers_are_taken(own_url, text):
    assert requests.post(own_url + "/v1/customers", auth=AUTH, data={"name": text}).status_code == 200


def test_strict_refuses_another_version(own_processor, tmp_path):
    with own_processor(tmp_path, "--strict") as process:
        answer = requests.get(process.url + "/v1/balance", auth=AUTH, headers={"Stripe-Version": "2019-01-01"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, "version_not_simulated")
        version = requests.get(process.url + "/v1/balance", auth=AUTH).headers["Stripe-Version"]
        again = requests.get(process.url + "/v1/balance", auth=AUTH, headers={"Stripe-Version": version})
        assert again.status_code == 200


def test_the_log_holds_neither_key_nor_body(own_processor, tmp_path):
    with own_processor(tmp_path, "--verbose") as process:
        requests.post(process.url + "/v1/customers?expand[]=x", auth=AUTH, data={"name": "Ada Lovelace"})
        requests.get(process.url + "/v1/balance", auth=AUTH)
        process.terminate()
        _, log = process.communicate(timeout=20)
    # A line is written after its response, so the second request may come first.
    lines = sorted(log.splitlines())
    assert lines[0].startswith("GET /v1/balance 200 ") and lines[1].startswith("POST /v1/customers 400 "), log
    assert "sk_test" not in log and "Ada" not in log


def test_it_ends_within_five_seconds_and_cleanly(own_processor, tmp_path):
    with own_processor(tmp_path) as process:
        idle = socket.create_connection(process.url.split("//")[1].split(":"))
        requests.get(process.url + "/v1/balance", auth=AUTH)
        start = time.monotonic()
        process.terminate()
        assert process.wait(timeout=20) == 0
        assert time.monotonic() - start < 7
        idle.close()


def test_an_open_request_is_answered_before_the_end(own_processor, program, tmp_path):
    with own_processor(tmp_path) as process:
        subprocess.run(
            [program, "processor", "fault", "set", "latency", "--ms", "1500"], env=environment(tmp_path),
            check=True, capture_output=True)
        answers = []
        asking = threading.Thread(
            target=lambda: answers.append(requests.get(process.url + "/v1/balance", auth=AUTH).status_code))
        asking.start()
        time.sleep(0.5)
        process.terminate()
        asking.join()
        assert answers == [200] and process.wait(timeout=20) == 0


def run(program, folder, *arguments):
    return subprocess.run(
        [program, "processor", "serve", *arguments], env=environment(folder), capture_output=True, text=True,
        timeout=30)


def test_a_port_that_is_taken_is_told(own_processor, program, tmp_path):
    with own_processor(tmp_path) as process:
        done = run(program, tmp_path, "--port", process.url.split(":")[-1])
        assert done.returncode == 69 and "another program is already listening" in done.stderr and "hint:" in done.stderr


def test_a_host_that_is_none_is_told(own_processor, program, tmp_path):
    done = run(program, tmp_path, "--host", "192.0.2.1", "--port", "0")
    assert done.returncode == 64 and "not an address of this machine" in done.stderr
