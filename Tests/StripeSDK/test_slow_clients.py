"""Clients that take their time: the server goes on answering others."""

import contextlib
import socket
import time
import urllib.parse

import pytest
import requests

HEAD = b"POST /v1/customers HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer sk_test_slow\r\n"


@pytest.fixture
def own(own_processor, tmp_path):
    with own_processor(tmp_path) as process:
        yield process


@contextlib.contextmanager
def connections(url, count=1):
    """So many open connections to a server."""
    parts = urllib.parse.urlsplit(url)
    with contextlib.ExitStack() as stack:
        yield [
            stack.enter_context(socket.create_connection((parts.hostname, parts.port), timeout=10))
            for _ in range(count)]


def answers_others(own):
    """Ten other clients are answered, each on its own connection, before the server gives up on the slow ones.

    The server closes a connection 15 s after an incomplete header, and an idle one after 60 s.
    """
    for _ in range(10):
        answer = requests.get(own.url + "/v1/balance", auth=("sk_test_other", ""), timeout=10)
        assert answer.status_code == 200


def test_a_client_that_sends_a_byte_a_second_holds_nobody_up_and_is_answered(own):
    with connections(own.url) as [slow]:
        body = b"name=Slow"
        slow.sendall(HEAD + f"Content-Length: {len(body)}\r\n\r\n".encode())
        for byte in body:
            slow.sendall(bytes([byte]))
            start = time.monotonic()
            answers_others(own)
            time.sleep(max(0, 1 - (time.monotonic() - start)))
        assert slow.recv(64).startswith(b"HTTP/1.1 200")


def test_a_client_that_never_ends_its_header_holds_nobody_up(own):
    with connections(own.url, 20) as all_of_them:
        for one in all_of_them:
            one.sendall(HEAD)
        for number in range(3):
            for one in all_of_them:
                one.sendall(f"X-{number}: y\r\n".encode())
            answers_others(own)


def test_a_header_without_end_is_not_kept_for_ever(own):
    with connections(own.url) as [greedy]:
        greedy.sendall(HEAD)
        with pytest.raises(OSError):
            for _ in range(2_000):
                greedy.sendall(b"X-More: " + b"y" * 8_000 + b"\r\n")
                time.sleep(0.001)
        answers_others(own)


def test_two_hundred_idle_connections_hold_nobody_up(own):
    with connections(own.url, 200):
        answers_others(own)
    answers_others(own)
