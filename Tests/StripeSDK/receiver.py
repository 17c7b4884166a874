"""A receiver of webhooks on loopback, as an application has one."""

import contextlib
import http.server
import json
import threading
import time

import stripe

import schema


class Receiver:
    """What came, and what is answered to it."""

    def __init__(self):
        self.received = []
        self.status = 200
        self.statuses = []
        self.pause = 0
        self.changed = threading.Condition()

    def take(self, body, signature):
        with self.changed:
            self.received.append((body, signature))
            status = self.statuses.pop(0) if self.statuses else self.status
            self.changed.notify_all()
        time.sleep(self.pause)
        return status

    def wait(self, count, seconds=15):
        """The first `count` bodies and signatures, once they are there."""
        with self.changed:
            self.changed.wait_for(lambda: len(self.received) >= count, timeout=seconds)
            assert len(self.received) >= count, f"{len(self.received)} of {count} came"
            return list(self.received)

    def events(self, secret, count, seconds=15):
        """The same, verified as Stripe's SDK verifies them, and held against Stripe's description."""
        came = self.wait(count, seconds)
        for body, _ in came:
            assert schema.event_problems(body) == []
        return [stripe.Webhook.construct_event(body, signature, secret) for body, signature in came]

    def types(self):
        return [json.loads(body)["type"] for body, _ in self.received]


@contextlib.contextmanager
def receiver():
    taken = Receiver()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status = taken.take(body, self.headers["Stripe-Signature"])
            self.send_response(status)
            if status in (301, 302, 307):
                self.send_header("Location", taken.url)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    taken.url = f"http://127.0.0.1:{server.server_address[1]}/hook"
    # The interval is also how long a shutdown takes.
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield taken
    finally:
        server.shutdown()
        thread.join()
