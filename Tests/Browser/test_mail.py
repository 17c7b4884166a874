"""E-mails on their way to a real mail server."""

import json
import shutil
import time

import pytest
import requests

import church
import mail_server


def ask(site, email="donor@example.org"):
    """Asks for a link; gives how long the answer took, in seconds."""
    begin = time.monotonic()
    answer = requests.post(f"{site.address}/-/giver", data={"email": email}, timeout=10)
    assert answer.status_code == 200 and "a link is on its way" in answer.text
    return time.monotonic() - begin


def told(site, event, count=1, seconds=40):
    """The lines of the log about an event, once there are so many."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        lines = (site.folder / "stderr.log").read_text().splitlines()
        found = [line for line in map(json.loads, lines) if line["event"] == event]
        if len(found) >= count:
            return found
        time.sleep(0.05)
    raise AssertionError(f"the log never said {event}: {lines}")


def outbox(site):
    return sorted(path.name for path in (site.folder / "outbox").glob("*.eml"))


@pytest.fixture
def mail(program, prepared, tmp_path):
    """Serves the pages with a mail server of this machine, and writes links alone: gives a function of the options."""
    folder = shutil.copytree(prepared, tmp_path / "data")
    church.Site(program, folder, "").give("5.00")
    return lambda *options: church.served(program, folder, "--donor-mail", "links", *options)


@pytest.mark.parametrize("security", ["none", "starttls", "tls"])
@pytest.mark.parametrize("user", [False, True], ids=["anybody", "a user"])
def test_a_link_gets_to_the_mail_server(mail, tmp_path, security, user):
    with mail_server.running(security, tmp_path, user=user) as (server, options):
        if user:
            (tmp_path / "password").write_bytes(mail_server.PASSWORD + b"\n")
            (tmp_path / "password").chmod(0o600)
            options += ["--smtp-user", "relay", "--smtp-password", str(tmp_path / "password")]
        with mail(*options) as site:
            ask(site)
            [(sender, recipients, content)] = server.wait()
            [line] = told(site, "mail_sent")
            assert (sender, recipients) == ("no-reply@example.org", ["donor@example.org"])
            assert content.startswith(b"From: no-reply@example.org\r\nTo: donor@example.org\r\n")
            assert b"/-/giver/link/" in content and content.endswith(b"not a receipt\r\n")
            assert server.secure == [security != "none"] and server.signed_in == ([True] if user else [])
            assert outbox(site) == [] and line["tries"] == 1
            log = (site.folder / "stderr.log").read_text()
            assert "donor@" not in log and "/link/" not in log


def test_each_receipt_gets_to_the_mail_server_once(program, prepared, tmp_path):
    folder = shutil.copytree(prepared, tmp_path / "data")
    with mail_server.running("tls", tmp_path) as (server, options):
        for count in (1, 2):
            church.Site(program, folder, "").give("5.00")
            with church.served(program, folder, *options) as site:
                server.wait(count)
                told(site, "mail_sent")
                assert outbox(site) == []
        [first, second] = server.letters
        for number, (_, recipients, content) in enumerate((first, second), 1):
            assert recipients == ["donor@example.org"]
            assert b"\r\nSubject: Your $5 gift to The Woodlands Church: receipt\r\n" in content
            assert b"\r\nReceipt T-WoodlandsChurch-" in content and b"-00000%d\r\n" % number in content
            assert b"Amount given" in content and b"/-/giver\r\n" in content and content.endswith(b"not a receipt\r\n")


def test_a_wrong_password_is_told_and_the_letter_waits(mail, tmp_path):
    with mail_server.running("starttls", tmp_path, user=True) as (server, options):
        (tmp_path / "password").write_text("another word\n")
        (tmp_path / "password").chmod(0o600)
        with mail(*options, "--smtp-user", "relay", "--smtp-password", str(tmp_path / "password")) as site:
            ask(site)
            [line] = told(site, "mail_waits")
            assert (line["code"], line["reply"], line["again_in_s"]) == ("signInRefused", 535, 10)
            assert [line["letter"]] == outbox(site) and server.letters == []
            assert "another" not in (site.folder / "stderr.log").read_text()


@pytest.mark.parametrize("trouble", ["451 later", "cut amid DATA"])
def test_what_was_not_taken_is_sent_later(mail, tmp_path, trouble):
    with mail_server.running("tls", tmp_path) as (server, options):
        if trouble == "451 later":
            server.answers.append(trouble)
        else:
            server.cuts = 1
        with mail(*options) as site:
            ask(site)
            [line] = told(site, "mail_waits")
            assert line["code"] == ("refused" if server.cuts == 0 and trouble == "451 later" else "cutShort")
            assert len(outbox(site)) == 1
            assert len(server.wait()) == 1 and told(site, "mail_sent")[0]["tries"] == 2
            assert outbox(site) == []


def test_no_letter_goes_to_a_server_of_another_name(mail, tmp_path):
    with mail_server.running("starttls", tmp_path, name="DNS:mail.example.org") as (server, options):
        with mail(*options) as site:
            ask(site)
            assert told(site, "mail_waits")[0]["code"] == "tlsFailed"
            assert server.letters == [] and len(outbox(site)) == 1


def test_no_letter_goes_to_a_server_with_old_cipher_suites_alone(mail, tmp_path):
    with mail_server.running("tls", tmp_path, suites="ECDHE-ECDSA-AES128-SHA") as (server, options):
        with mail(*options) as site:
            ask(site)
            assert told(site, "mail_waits")[0]["code"] == "tlsFailed"
            assert server.letters == [] and len(outbox(site)) == 1


def test_a_page_does_not_wait_for_a_mail_server_that_says_nothing(mail, tmp_path):
    with mail_server.running("tls", tmp_path) as (server, options):
        server.silent = True
        with mail(*options) as site:
            assert all(ask(site, f"{who}@example.org") < 2 for who in ["donor", "nobody", "donor", "nobody"])
