"""scripts/dependencies refuses packages from unknown repositories, and vulnerabilities that were not fixed in time."""

import datetime
import http.server
import json
import pathlib
import shutil
import threading

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
NIO = {"identity": "swift-nio", "location": "https://github.com/apple/swift-nio.git",
       "state": {"revision": "0" * 40, "version": "2.101.2"}}


def vulnerability(severity, days, **more):
    published = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=days)
    return {"id": "GHSA-test", "published": published.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "database_specific": {"severity": severity} if severity else {}, **more}


@pytest.fixture
def check(machine):
    """A function that runs the check with a local OSV server that returns the given vulnerabilities."""
    machine.has("python3", f'exec {shutil.which("python3")} "$@"')
    shutil.copytree(ROOT / "packaging", machine.project / "packaging")
    asked = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            body = json.dumps({"vulns": self.server.known} if self.server.known else {}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever).start()

        def run(*known, pins=(NIO,), address=f"http://127.0.0.1:{server.server_port}"):
            server.known = list(known)
            (machine.project / "Package.resolved").write_text(json.dumps({"pins": list(pins)}))
            return machine.run("dependencies", OSV_ADDRESS=address)

        run.asked = asked
        yield run
        server.shutdown()


def test_a_package_without_vulnerabilities_passes(check):
    done = check()
    assert done.returncode == 0 and "1 packages" in done.stdout, done.stderr
    assert check.asked == [
        {"version": "2.101.2", "package": {"ecosystem": "SwiftURL", "name": "github.com/apple/swift-nio"}}]


def test_the_name_of_a_package_keeps_its_case(check):
    check(pins=[NIO | {"location": "https://github.com/groue/GRDB.swift.git"}])
    assert [one["package"]["name"] for one in check.asked] == ["github.com/groue/GRDB.swift"]


@pytest.mark.parametrize("severity, days", [("CRITICAL", 7), ("HIGH", 30), ("MODERATE", 90), ("LOW", 180), (None, 30)])
def test_a_vulnerability_is_due_after_the_days_of_its_severity(check, severity, days):
    early = check(vulnerability(severity, days - 1))
    assert early.returncode == 0 and "GHSA-test" in early.stdout, early.stderr
    late = check(vulnerability(severity, days + 1))
    assert late.returncode == 1 and "GHSA-test" in late.stderr


def test_a_withdrawn_vulnerability_does_not_count(check):
    assert check(vulnerability("CRITICAL", 400, withdrawn="2026-01-01T00:00:00Z")).returncode == 0


def test_a_package_from_another_repository_is_refused(check):
    done = check(pins=[NIO | {"location": "https://github.com/appel/swift-nio.git"}])
    assert done.returncode == 1 and "appel" in done.stderr and "trusted-sources" in done.stderr


def test_a_server_that_does_not_respond_is_no_success(check):
    assert check(address="http://127.0.0.1:1").returncode == 69


def test_the_documented_days_are_those_of_the_script():
    text = (ROOT / "CONTRIBUTING.md").read_text()
    script = (ROOT / "scripts/dependencies").read_text()
    for severity, days in [("critical", 7), ("high", 30), ("moderate", 90), ("low", 180)]:
        assert f"| {severity} | {days} days |" in text and f'"{severity.upper()}": {days}' in script
