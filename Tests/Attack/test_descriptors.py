"""Slow clients against a server that may open few files."""

import contextlib
import shutil
import socket
import time

import pytest
import requests

import church
from attackers import connect, cpu_seconds, place

SECONDS = 3
# Of one core, while slow clients are held.
MOST_CPU = 0.25
MOST_WAIT = 1.0
PAGE = b"GET /WoodlandsChurch?f=12&r=0 HTTP/1.1\r\nHost: localhost\r\n\r\n"


class Client:
    """A client that keeps its connection, and opens another one if the server has closed it, as browsers do."""

    def __init__(self, address):
        self.address, self.connection = address, connect(address)

    def ask(self):
        """The status of the response to a request."""
        with contextlib.suppress(ConnectionError):
            if status := self.status():
                return status
        self.connection.close()
        with contextlib.suppress(OSError):
            self.connection = connect(self.address, MOST_WAIT)
            return self.status()
        return 0

    def status(self):
        """The status of the response on the open connection; 0 if the server has closed it."""
        self.connection.sendall(PAGE)
        reader = self.connection.makefile("rb")
        first = reader.readline()
        length = 0
        while (line := reader.readline().strip()) != b"":
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        reader.read(length)
        return int(first.split()[1]) if first else 0


def slow(stack, address, count):
    """Connections that have sent half a request; those that the server refuses are not counted."""
    held = []
    for _ in range(count):
        one = stack.enter_context(socket.socket())
        one.setblocking(False)
        one.connect_ex(place(address))
        held.append(one)
    time.sleep(0.5)
    for one in held:
        with contextlib.suppress(OSError):
            one.send(b"GET / HTTP/1.1\r\nHost: loc")
    return held


def attack(program, folder, limit, connections):
    """Holds slow connections; returns the CPU use, the statuses on an open connection, and another client's wait."""
    command = ["prlimit", f"--nofile={limit}:{limit}", program, "serve", "--port", "0"] if limit else [
        program, "serve", "--port", "0"]
    with church.serving(command, folder, until="listening on") as said, contextlib.ExitStack() as stack:
        address = said[-1].split()[-1]
        requests.get(f"{address}/WoodlandsChurch?f=12&r=0", timeout=20)
        opened = Client(address)
        stack.callback(opened.connection.close)
        assert opened.ask() == 200
        slow(stack, address, connections)
        began, used = time.monotonic(), cpu_seconds(said.process)
        statuses, waits = [], []
        for _ in range(SECONDS):
            statuses.append(opened.ask())
            asked = time.monotonic()
            try:
                code = requests.get(f"{address}/WoodlandsChurch?f=12&r=0", timeout=MOST_WAIT).status_code
                waits.append(time.monotonic() - asked if code == 200 else float("inf"))
            except requests.RequestException:
                waits.append(float("inf"))
            time.sleep(max(0, 1 - (time.monotonic() - asked)))
        cpu = (cpu_seconds(said.process) - used) / (time.monotonic() - began)
    return cpu, statuses, max(waits)


@pytest.mark.parametrize("limit", [64, 256, 1024])
def test_slow_clients_hold_no_one_up_with_few_files(program, prepared, tmp_path, limit, figure):
    folder = shutil.copytree(prepared, tmp_path / "data")
    report(figure, *attack(program, folder, limit, limit + 100), limit, limit + 100)


def test_thousands_of_slow_clients_hold_no_one_up(program, prepared, tmp_path, often, figure):
    count = often(0, 4_000)
    if not count:
        pytest.skip("4,000 connections are opened with --full")
    folder = shutil.copytree(prepared, tmp_path / "data")
    report(figure, *attack(program, folder, None, count), "no", count)


def report(figure, cpu, statuses, wait, limit, connections):
    figure(f"S-7 slow connections {connections}, limit of open files {limit}: CPU {cpu:.2f} of a core (at most {MOST_CPU}), "
           f"to a client that was there before {statuses} (200), another client waited {wait:.2f} s (at most {MOST_WAIT:.0f})")
    assert cpu <= MOST_CPU
    assert statuses == [200] * SECONDS
    assert wait <= MOST_WAIT
