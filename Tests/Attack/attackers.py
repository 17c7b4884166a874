"""Tools for the attacks: the API, raw sockets, and measurements of a process and its files."""

import concurrent.futures
import itertools
import json
import os
import pathlib
import re
import socket
import sqlite3
import subprocess
import time
import urllib.parse

import requests

import church
import treasury

NUMBERS = itertools.count(1)


def api_key(site, role="owner", org="WoodlandsChurch"):
    """Creates an API key of an organization, and returns its secret."""
    return site.run("api-key", "add", f"attacker-{next(NUMBERS)}", "--org", org, "--role", role).split()[-1]


class API:
    """A client of the API, with an API key."""

    def __init__(self, address, key):
        self.address = address
        self.session = requests.Session()
        self.session.headers["Authorization"] = f"Bearer {key}"

    def get(self, path):
        return self.session.get(f"{self.address}/api{path}", timeout=30)

    def send(self, path, body, key=None, method="POST", timeout=30):
        return self.session.request(
            method, f"{self.address}/api{path}", data=json.dumps(body, ensure_ascii=False).encode(), timeout=timeout,
            headers={"Idempotency-Key": key or f"attack-{next(NUMBERS)}"})


def form_key(address):
    """Opens the giving page, and returns the key of its form."""
    page = requests.get(f"{address}/WoodlandsChurch?f=12&r=0", timeout=20).text
    return re.search(r'name="key" value="([^"]+)"', page)[1]


def gift(number, org="WoodlandsChurch", email=None, **more):
    """Returns the body of a gift that the API accepts."""
    return {"org": org, "fund": "12", "amount_minor": 1000 + number, "currency": "usd", "method": "pm_card_visa",
            "name": "A Donor", "email": email or f"donor{number}@example.org", **more}


def all_gifts(site):
    """Returns all gifts, newest first."""
    found, after = [], []
    while True:
        page = json.loads(site.run(
            "gift", "list", "--org", "WoodlandsChurch", "--limit", "1000", "--json", *after))
        found += page["data"]
        if not page["has_more"]:
            return found
        after = ["--after", page["data"][-1]["id"]]


def exit_code(program, folder, *arguments):
    """Runs a command; returns its exit code, standard output and standard error."""
    done = subprocess.run(
        [program, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
        env=church.environment(folder))
    return done.returncode, done.stdout, done.stderr


def succeeded_intents(processor):
    """Returns the succeeded payment intents of a served processor, by id."""
    found, after = {}, {}
    while True:
        page = requests.get(
            f"{processor}/v1/payment_intents", params={"limit": 100, **after}, auth=("sk_test_suite", ""),
            timeout=30).json()
        found |= {one["id"]: one for one in page["data"] if one["status"] == "succeeded"}
        if not page["has_more"]:
            return found
        after = {"starting_after": page["data"][-1]["id"]}


def at_once(work, items, threads=8):
    """Calls a function for each item on several threads; returns the results in order."""
    with concurrent.futures.ThreadPoolExecutor(threads) as pool:
        return list(pool.map(work, items))


# Raw connections

def place(address):
    parts = urllib.parse.urlsplit(address)
    return parts.hostname, parts.port


def connect(address, timeout=10):
    return socket.create_connection(place(address), timeout=timeout)


def status_of(address, head, timeout=10):
    """Sends the bytes of a request, and returns the status of the response; 0 if the connection ends without one."""
    try:
        with connect(address, timeout) as one:
            one.sendall(head)
            first = one.makefile("rb").readline()
    except OSError:
        return 0
    return int(first.split()[1]) if first.startswith(b"HTTP/1.1 ") else 0


# Figures

def cpu_seconds(process):
    """Returns the CPU time that a process has used, in seconds."""
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_megabytes(process):
    """Returns the resident memory of a process, in MB."""
    lines = pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


def kept_bytes(folder):
    """Returns the size of a folder: the used pages of its databases, and its other files except SQLite's logs. Also returns
    the size without the free space in the pages."""
    used, filled = 0, 0
    for path in pathlib.Path(folder).rglob("*"):
        if path.suffix == ".sqlite":
            with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as database:
                pages, unused, size = (
                    database.execute(f"PRAGMA {name}").fetchone()[0]
                    for name in ("page_count", "freelist_count", "page_size"))
                filled += database.execute("SELECT SUM(payload) FROM dbstat").fetchone()[0]
            database.close()
            used += (pages - unused) * size
        elif path.is_file() and not path.name.endswith(("-wal", "-shm")) and path.name != "stderr.log":
            used += path.stat().st_size
            filled += path.stat().st_size
    return used, filled


def until(found, seconds=30, what="it did not happen"):
    """Calls a function until its result is true, and returns that result."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        result = found()
        if result:
            return result
        time.sleep(0.05)
    raise AssertionError(what)


# Staff

def add_staff(program, folder, name, role="owner", org="WoodlandsChurch"):
    church.tapctl(
        program, folder, "admin", "add", f"{name}@example.org", "--org", org, "--role", role, "--password", "-",
        typed=treasury.PASSWORD + "\n")


def sign_in(address, name, password=treasury.PASSWORD):
    """Signs a member of staff in, and returns the session."""
    session = requests.Session()
    page = session.get(f"{address}/admin/sign-in", timeout=20).text
    token = page.split('name="csrf" value="')[1].split('"')[0]
    answer = session.post(
        f"{address}/admin/sign-in", timeout=30, allow_redirects=False,
        data={"csrf": token, "email": f"{name}@example.org", "password": password})
    session.status = answer.status_code
    return session
