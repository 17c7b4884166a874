"""Foreign host names that resolve to this machine, and pages of other sites, against every listener."""

import re
import shutil
import subprocess
import sys

import pytest

import church
import mail_server
import processor
from attackers import place, status_of

HOSTS = [
    "stranger.test", "stranger.test:{port}", "localhost.stranger.test", "127.0.0.1.stranger.test:{port}", "127.0.0.1.nip.io",
    "[::1].stranger.test", "127.0.0.1@stranger.test", "stranger.test#127.0.0.1", "xn--80ak6aa92e.test", "192.168.1.1",
    "[2001:db8::1]:{port}", "give.example.org.stranger.test",
]
FORM = b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 19\r\n\r\nemail=a@example.org"
CROSS = ["Origin: http://stranger.test", "Origin: null\r\nSec-Fetch-Site: cross-site", "Sec-Fetch-Site: cross-site",
         "Origin: http://stranger.test\r\nSec-Fetch-Site: same-site"]


@pytest.fixture(scope="module")
def listeners(program, prepared, tmp_path_factory):
    """The address and path of each listener."""
    folder = tmp_path_factory.mktemp("listeners")
    data, secure = (shutil.copytree(prepared, folder / name) for name in ("data", "secure"))
    chain, key = mail_server.certificate(folder)
    command = [program, "serve", "--port", "0", "--metrics", "0"]
    redirecting = [program, "serve", "--port", "0", "--http-port", "0", "--tls-certificate", chain, "--tls-key", key]
    (folder / "processor").mkdir()
    with church.serving(command, data, until="metrics on") as said, \
            church.serving(redirecting, secure, until="redirecting from") as told, \
            processor.served(program, folder / "processor") as served:
        site = next(line for line in said if line.startswith("listening on")).split()[-1]
        metrics = said[-1].split()[-1].removesuffix("/metrics")
        yield {
            "pages": (site, "/WoodlandsChurch?f=12&r=0"), "own pages": (site, "/-/giver"), "staff": (site, "/admin/sign-in"),
            "API": (site, "/api/gifts"), "description": (site, "/api/openapi.json"), "metrics": (metrics, "/metrics"),
            "redirect": (told[-1].split()[-1], "/WoodlandsChurch"), "processor": (served.address, "/v1/customers"),
            "clock": (served.address, "/_tapctl/clock/advance"),
        }


def request(method, path, *headers, body=b"\r\n"):
    return "\r\n".join([f"{method} {path} HTTP/1.1", *headers, "Connection: close", ""]).encode() + body


def test_a_foreign_host_is_refused_by_every_listener(listeners, figure):
    wrong, tried = [], 0

    def attack(name, address, allowed, sent):
        nonlocal tried
        tried += 1
        status = status_of(address, sent)
        if status not in allowed:
            wrong.append((name, status, sent))

    for name, (address, path) in listeners.items():
        port = place(address)[1]
        for host in HOSTS:
            for method in ("GET", "POST"):
                attack(name, address, {421, 400}, request(method, path, f"Host: {host.format(port=port)}"))
        attack(name, address, {421, 400}, request("GET", path))
        attack(name, address, {421, 400}, request("GET", path, "Host: localhost", "Host: stranger.test"))
        attack(name, address, {421, 400}, request("GET", path, "Host: stranger.test", "Host: localhost"))
        if name not in ("metrics", "redirect"):
            for cross in CROSS:
                attack(name, address, {421}, request("POST", path, "Host: localhost", cross, body=FORM))
    figure(f"S-4 {tried} requests with a foreign host or from a foreign page, to {len(listeners)} listeners: "
           f"{len(wrong)} not refused (at most 0)")
    assert wrong == []


@pytest.mark.elsewhere
def test_a_browser_on_a_foreign_page_reaches_no_listener(program, figure):
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--program", program, "Tests/Browser/test_foreign.py"], cwd=church.ROOT,
        capture_output=True, text=True, timeout=300)
    passed = int((re.search(r"(\d+) passed", done.stdout) or [0, 0])[1])
    figure(f"S-4 Chromium on a rebound name and on a foreign page, against 5 listeners: {passed} of 2 checks held")
    assert done.returncode == 0 and passed == 2, done.stdout[-2000:]
