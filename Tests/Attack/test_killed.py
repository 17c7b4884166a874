"""`kill -9` of the server and of the processor, under load."""

import contextlib
import threading
import time

import requests

import church
import processors
from attackers import API, all_gifts, api_key, gift, succeeded_intents, until

GIVERS = 4


class Load:
    """Clients that give over the API, and repeat each request until it is answered."""

    def __init__(self, address, key):
        self.address, self.key = address, key
        self.stopped, self.answered, self.keys, self.refused = threading.Event(), {}, set(), []
        self.threads = [threading.Thread(target=self.give, args=[number]) for number in range(GIVERS)]

    def give(self, giver):
        api, number = API(self.address, self.key), 0
        while not self.stopped.is_set():
            number += 1
            key = f"giver-{giver}-{number}"
            self.keys.add(key)
            while True:
                # A response may be lost; the same key is sent again.
                with contextlib.suppress(requests.RequestException):
                    reply = api.send("/gifts", gift(number, email=f"d{giver}-{number}@example.org"), key)
                    if reply.status_code == 200 and reply.json()["status"] == "succeeded":
                        self.answered[key] = reply.json()["id"]
                        break
                    if reply.status_code not in (200, 409, 500, 503):
                        self.refused.append(reply.text)
                        break
                time.sleep(0.02)

    @contextlib.contextmanager
    def running(self):
        for thread in self.threads:
            thread.start()
        try:
            yield self
        finally:
            self.stopped.set()
            for thread in self.threads:
                thread.join(timeout=60)


def test_what_was_answered_is_booked_once_after_each_kill(program, tmp_path, often, chance, figure):
    kills = often(5, 50)
    (tmp_path / "processor").mkdir()
    processor = processors.Processor(program, tmp_path / "processor")
    port = processors.free_port()
    with contextlib.ExitStack() as stack:
        running = {"processor": stack.enter_context(processor.start()).process}
        books = processors.Books(program, tmp_path / "books", processor).make()
        key = api_key(books)
        command = [program, "serve", "--port", str(port), "--processor", processor.address]

        def start():
            return stack.enter_context(church.serving(command, books.folder, until="listening on")).process

        running["server"] = start()
        with Load(f"http://127.0.0.1:{port}", key).running() as load:
            for victim in ["server", "processor"] * kills:
                count = len(load.answered)
                until(lambda: len(load.answered) > count + 2, 60, "no gift was answered after a kill")
                time.sleep(chance.uniform(0, 0.2))
                running[victim].kill()
                running[victim].wait(timeout=20)
                if victim == "server":
                    running[victim] = start()
                else:
                    running[victim] = stack.enter_context(processor.start()).process
        running["server"].terminate()
        running["server"].wait(timeout=20)
        books.reconciled()
        paid = [one for one in all_gifts(books) if one["status"] == "succeeded"]
        books.run("ledger", "check")
        intents = succeeded_intents(processor.address)
    booked = {one["id"] for one in paid}
    answered = set(load.answered.values())
    figure(f"S-1 {kills} kills each of the server and the processor under load: of {len(answered)} answered gifts, "
           f"{len(answered & booked)} are booked (all); {len(load.keys)} keys, {len(booked)} gifts, {len(intents)} paid "
           f"intents (equal)")
    assert load.refused == []
    assert answered <= booked and len(load.keys) == len(booked) == len(intents)
    assert {one["payment_intent"] for one in paid} == set(intents)

