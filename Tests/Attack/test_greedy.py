"""One tenant that opens as many streams and exports as it can."""

import contextlib
import itertools
import shutil
import sqlite3
import time

import requests

import church
from attackers import API, add_staff, api_key, connect, gift, memory_megabytes, sign_in

ROWS = 20_000
EXPORTS = 60
MOST_MEGABYTES = 60
MOST_WAIT = 5


def fill(program, folder):
    """Makes a gift, and copies its row many times, so that the organization has a long list of gifts."""
    church.Site(program, folder, None).give("5.00", "--fund", "12")
    with contextlib.closing(sqlite3.connect(folder / "tapctl.sqlite")) as database, database:
        database.execute("""
            WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
            INSERT INTO gift (id, organization, fund, donor, status, body)
            SELECT id || printf('%05d', n), organization, fund, donor, status,
                   CAST(replace(CAST(body AS TEXT), id, id || printf('%05d', n)) AS BLOB) FROM gift, numbers""", [ROWS])


def unread(stack, address, session, path):
    """Requests a page, reads only the status of the response, and leaves the rest unread."""
    one = stack.enter_context(connect(address, 20))
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in session.cookies)
    one.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookies}\r\n\r\n".encode())
    return int(one.recv(12).split()[1])


def waits(work):
    """Sends a request, which must succeed, and returns its duration in seconds."""
    began = time.monotonic()
    assert work().status_code == 200
    return time.monotonic() - began


def test_one_tenant_leaves_streams_pages_gifts_and_memory_to_others(program, prepared, tmp_path, often, figure):
    folder = shutil.copytree(prepared, tmp_path / "data")
    fill(program, folder)
    members, sign_ins = often((3, 1), (5, 4))
    for number in range(members):
        add_staff(program, folder, f"greedy{number}", "read-only")
    add_staff(program, folder, "other", "owner", "Salam")
    with church.served(program, folder) as site, contextlib.ExitStack() as stack:
        greedy = [sign_in(site.address, f"greedy{number}") for number in range(members) for _ in range(sign_ins)]
        other = sign_in(site.address, "other")
        own = API(site.address, api_key(site, org="Salam"))
        page = f"{site.address}/admin/org/Salam"
        # Part of an export is read first, so that the memory of a first export is not counted.
        with greedy[0].get(f"{site.address}/admin/org/WoodlandsChurch/gifts.csv", timeout=20, stream=True) as sheet:
            assert len(sheet.raw.read(100_000)) == 100_000
        before = memory_megabytes(site.process)
        streams = [unread(stack, site.address, session, "/admin/org/WoodlandsChurch/live/events")
                   for session, _ in zip(itertools.cycle(greedy), range(80))]
        exports = [unread(stack, site.address, session, "/admin/org/WoodlandsChurch/gifts.csv")
                   for session, _ in zip(itertools.cycle(greedy), range(EXPORTS))]
        wait = max(
            waits(lambda: other.get(page, timeout=20)),
            waits(lambda: other.get(f"{page}/live/events", timeout=20, stream=True)),
            waits(lambda: other.get(f"{page}/gifts.csv", timeout=20)),
            waits(lambda: requests.get(f"{site.address}/Salam?f=1&r=0", timeout=20)),
            waits(lambda: own.send("/gifts", gift(1, "Salam", fund="1"))))
        grown = memory_megabytes(site.process) - before
    figure(f"S-9 one tenant requests {len(streams)} streams and {EXPORTS} unread exports, and gets {streams.count(200)} and "
           f"{exports.count(200)}: another tenant waits {wait:.2f} s (at most {MOST_WAIT}), "
           f"memory grows by {grown:.0f} MB (at most {MOST_MEGABYTES})")
    assert wait <= MOST_WAIT and grown <= MOST_MEGABYTES
