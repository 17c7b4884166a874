"""Processors of a test's own: on a folder that is kept, with options, killed when the test wants it."""

import contextlib
import json
import os
import subprocess

import stripe

KEY = os.environ.get("STRIPE_TEST_KEY", "sk_test_suite")


def environment(folder):
    return {**os.environ, "TAPCTL_HOME": str(folder), "TAPCTL_NOW": "", "NO_COLOR": "1"}


@contextlib.contextmanager
def served(program, folder, *options):
    """A processor on a folder; gives the process with its address as `url`."""
    process = subprocess.Popen(
        [program, "processor", "serve", "--port", "0", *options],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(folder))
    try:
        process.url = process.stdout.readline().split()[-1]
        yield process
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait(timeout=20)


def tapctl(program, folder, *arguments):
    """Runs `tapctl processor …` on a folder; gives the document that it prints."""
    done = subprocess.run(
        [program, "processor", *arguments, "--json"], capture_output=True, text=True, timeout=30,
        env=environment(folder))
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)


def client_of(url, retries=0):
    return stripe.StripeClient(KEY, base_addresses={"api": url}, max_network_retries=retries)


def paid_intent(client, options=None, **more):
    return client.v1.payment_intents.create({
        "amount": 5000, "currency": "usd", "payment_method": "pm_card_visa", "confirm": True,
        "capture_method": "automatic", **more}, options or {})


def balance_holds(client):
    """Whether what is there is the sum of what was booked."""
    balance = client.v1.balance.retrieve()
    held = sum(part.amount for part in [*balance.available, *balance.pending])
    booked = sum(one.net for one in client.v1.balance_transactions.list({"limit": 100}).auto_paging_iter())
    return held == booked
