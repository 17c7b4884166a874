"""Removed access, weak passwords, forged addresses, and connections without TLS."""

import contextlib
import json
import shutil
import socket
import sqlite3
import ssl

import pytest
import requests

import church
import mail_server
from attackers import API, add_staff, api_key, exit_code, gift, place, sign_in

PAGE = "/admin/org/WoodlandsChurch"


def audit_log(program, folder, *options):
    return json.loads(church.tapctl(program, folder, "audit-log", "list", "--json", *options))["data"]


def test_restored_books_open_no_access_that_was_taken_away(program, prepared, tmp_path, figure):
    folder = shutil.copytree(prepared, tmp_path / "data")
    add_staff(program, folder, "leaver")
    add_staff(program, folder, "stayer")
    site = church.Site(program, folder, None)
    removed, kept = api_key(site), api_key(site)
    name = json.loads(site.run("api-key", "list", "--json"))["data"][0]["name"]
    with church.served(program, folder) as served:
        assert API(served.address, removed).get("/gifts").status_code == 200
        session = sign_in(served.address, "leaver")
        assert session.get(f"{served.address}{PAGE}", allow_redirects=False, timeout=20).status_code == 200
    site.run("backup", "make", str(tmp_path / "backup"))
    for key in {name} | {one["name"] for one in json.loads(site.run("api-key", "list", "--json"))["data"]}:
        site.run("api-key", "remove", key)
    site.run("admin", "remove", "leaver@example.org")
    restored = tmp_path / "restored"
    church.tapctl(program, restored, "backup", "restore", str(tmp_path / "backup"), "--data", str(restored))
    with church.served(program, restored) as served:
        def opens(reply):
            return reply.status_code == 200

        opened = [
            opens(API(served.address, removed).get("/gifts")), opens(API(served.address, kept).get("/gifts")),
            opens(session.get(f"{served.address}{PAGE}", allow_redirects=False, timeout=20)),
            sign_in(served.address, "leaver").status == 303,
        ]
    figure(f"S-3 after a restore, 2 removed keys, an ended session and a removed member's password: "
           f"{sum(opened)} of {len(opened)} give access (at most 0)")
    assert not any(opened)


def test_each_change_and_each_refusal_has_a_row_in_the_audit_log(program, prepared, tmp_path, figure):
    folder = shutil.copytree(prepared, tmp_path / "data")
    add_staff(program, folder, "treasurer", "treasurer")
    with church.served(program, folder) as site:
        key = api_key(site, "treasurer")
        before = {one["number"] for one in audit_log(program, folder, "--limit", "1000")}
        api = API(site.address, key)
        made = api.send("/gifts", gift(1)).json()["id"]
        assert api.send(f"/gifts/{made}/refunds", {"amount_minor": 100}).status_code == 200
        assert API(site.address, "tapk_test_none").get("/gifts").status_code == 401
        assert api.send("/organizations/WoodlandsChurch", {"name": "x"}).status_code == 403
        assert sign_in(site.address, "treasurer", "a wrong sentence").status == 403
        assert sign_in(site.address, "treasurer").status == 303
    rows = [one for one in audit_log(program, folder, "--limit", "1000") if one["number"] not in before]
    done = sum(one["outcome"] == "done" for one in rows)
    intact = exit_code(program, folder, "audit-log", "check")[0] == 0
    figure(f"S-5 two changes, one sign-in and three refusals: {done} rows for changes and {len(rows) - done} for refusals in "
           f"the audit log (at least 3 and 3), chain intact: {intact}")
    assert done >= 3 and len(rows) - done >= 3 and intact


PASSWORDS = ["passwordpassword", "123456789012", "qwertyuiop12", "woodlandschurch", "The Woodlands Church", "iloveyou1234",
             "WoodlandsChurch2026", "password1234", "abcdefghijkl", "guessable9@example.org"]


def test_guessable_passwords_are_refused_and_hashing_is_costly(program, prepared, tmp_path, figure):
    folder = shutil.copytree(prepared, tmp_path / "data")
    accepted = []
    for number, password in enumerate(PASSWORDS):
        command = ["admin", "add", f"guessable{number}@example.org", "--org", "WoodlandsChurch", "--role", "owner",
                   "--password", "-"]
        with contextlib.suppress(AssertionError):
            church.tapctl(program, folder, *command, typed=password + "\n")
            accepted.append(password)
    add_staff(program, folder, "owner")
    with contextlib.closing(sqlite3.connect(folder / "tapctl.sqlite")) as database:
        [body] = database.execute("SELECT body FROM staff_member WHERE address = 'owner@example.org'").fetchone()
    cost = find(json.loads(body), "parallelism")
    figure(f"S-8 {len(PASSWORDS)} guessable passwords: {len(accepted)} accepted (at most 0); scrypt with p = {cost} "
           f"(at least 3)")
    assert accepted == [] and cost >= 3


def find(document, key):
    """Returns the value of a key, anywhere in a document."""
    if isinstance(document, dict):
        if key in document:
            return document[key]
        return next((found for one in document.values() if (found := find(one, key)) is not None), None)
    return None


FORWARDED = ["203.0.113.7:{}", "[2001:db8::7]:{}", "unknown", "[2001:db8::7]", "_hidden{}", "203.0.113.7, unknown", "::::{}"]


def test_a_header_of_a_proxy_does_not_open_the_rate_limit(program, prepared, tmp_path, figure):
    folder = shutil.copytree(prepared, tmp_path / "data")
    most, times = 10, 30
    unlimited = []
    for value in FORWARDED:
        with church.served(program, folder, "--trusted-proxy", "127.0.0.1", "--rate-requests", str(most)) as site:
            statuses = [
                requests.get(site.address + "/", timeout=20,
                             headers={"X-Forwarded-For": value.format(1024 + number)}).status_code
                for number in range(times)]
        # The limit refills while the requests are sent.
        if not most <= statuses.count(200) <= most + 5:
            unlimited.append(value)
    figure(f"S-11 {len(FORWARDED)} forms of forwarded addresses, {times} requests each: {len(unlimited)} get around the limit "
           f"of {most} a minute (at most 0)")
    assert unlimited == []


@pytest.fixture
def secure(program, prepared, tmp_path):
    """A site over TLS, with a listener that redirects to it."""
    folder = shutil.copytree(prepared, tmp_path / "data")
    add_staff(program, folder, "owner")
    chain, key = mail_server.certificate(tmp_path)
    command = [program, "serve", "--port", "0", "--http-port", "0", "--tls-certificate", chain, "--tls-key", key]
    with church.serving(command, folder, until="redirecting from") as said:
        yield next(one for one in said if one.startswith("listening on")).split()[-1], said[-1].split()[-1], chain, folder


def test_tls_has_no_weak_place(program, secure, figure):
    address, plain, chain, folder = secure
    page = requests.get(address + "/admin/sign-in", verify=chain, timeout=20)
    key = api_key(church.Site(program, folder, None))
    keyed = requests.get(
        plain + "/api/gifts", headers={"Authorization": f"Bearer {key}"}, allow_redirects=False, timeout=20)
    weak = []
    if "includeSubDomains" not in page.headers.get("Strict-Transport-Security", ""):
        weak.append("Strict-Transport-Security")
    if not all(line.startswith("__Host-") for line in page.headers["Set-Cookie"].split(", ")):
        weak.append("cookies")
    if keyed.status_code != 403:
        weak.append("a key over HTTP")
    ciphers = ["AES128-SHA", "AES256-SHA", "ECDHE-ECDSA-AES128-SHA", "ECDHE-ECDSA-AES128-SHA256", "ECDHE-RSA-AES256-SHA"]
    for cipher in ciphers:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.maximum_version = ssl.TLSVersion.TLSv1_2
        context.set_ciphers(f"{cipher}:@SECLEVEL=0")
        with contextlib.suppress(OSError), socket.create_connection(place(address), timeout=10) as one:
            with context.wrap_socket(one):
                weak.append(cipher)
    figure(f"S-15 TLS: two headers, a key over HTTP and {len(ciphers)} weak ciphers: {len(weak)} weaknesses (at most 0)"
           + (f": {', '.join(weak)}" if weak else ""))
    assert weak == []
