"""Files: secrets that others can read, links, and backups with foreign parts."""

import contextlib
import json
import shutil
import sqlite3
import subprocess
import sys

import pytest

import church
import mail_server
from attackers import exit_code

SCENARIO = church.ROOT / "fixtures/scenarios"


def test_a_secret_that_others_can_read_is_refused(program, prepared, tmp_path, figure):
    folder = shutil.copytree(prepared, tmp_path / "data")
    chain, key = mail_server.certificate(tmp_path)
    for name, text in (("password", "a pass word\n"), ("webhook", "whsec_" + "a" * 32 + "\n")):
        (tmp_path / name).write_text(text)
    smtp = ["--smtp-host", "127.0.0.1", "--smtp-security", "none", "--smtp-sender", "a@example.org", "--smtp-user", "a"]
    secrets = [
        (key, ["--tls-certificate", str(chain), "--tls-key", str(key)]),
        (tmp_path / "password", [*smtp, "--smtp-password", str(tmp_path / "password")]),
        (tmp_path / "webhook", ["--webhook-secret", str(tmp_path / "webhook")]),
    ]
    accepted, tried = [], 0
    for path, options in secrets:
        # Mode 0640 is accepted, because a service's group may read its secrets.
        for mode in (0o644, 0o604, 0o660, 0o602):
            path.chmod(mode)
            tried += 1
            with contextlib.suppress(AssertionError), church.served(program, folder, *options):
                accepted.append((path.name, oct(mode)))
    figure(f"S-14 {tried} secret files that others can read or write: {len(accepted)} accepted (at most 0)")
    assert accepted == []


def test_no_output_file_follows_a_link(program, prepared, tmp_path, figure):
    folder = shutil.copytree(prepared, tmp_path / "data")
    scenario = sorted(SCENARIO.glob("*.yaml"))[0]
    precious, dangling = tmp_path / "precious", tmp_path / "dangling"
    precious.write_text("keep me")
    dangling.symlink_to(tmp_path / "made")
    link = tmp_path / "link"
    link.symlink_to(precious)
    tag = tmp_path / "seat.nfc"
    church.tapctl(program, folder, "sim", "tag", "new", str(tag), "--type", "NTAG213", "--uid", "04E141124C2880")
    commands = [
        ["run", str(scenario), "--junit", str(path)] for path in (precious, link, dangling)] + [
        ["tag", "read", "--reader", f"sim:{tag}", "--trace", str(path)] for path in (precious, link, dangling)]
    for command in commands:
        exit_code(program, folder, *command)
    written = int(precious.read_text() != "keep me") + int((tmp_path / "made").exists())
    figure(f"S-17 {len(commands)} outputs to files and links: {written} existing or linked files written (at most 0)")
    assert written == 0


def test_a_backup_with_foreign_parts_is_refused(program, prepared, tmp_path, figure):
    folder = shutil.copytree(prepared, tmp_path / "data")
    parts = ["CREATE TRIGGER t AFTER INSERT ON gift BEGIN DELETE FROM notice; END", "CREATE VIEW v AS SELECT 1",
             "CREATE TABLE t (a)", "CREATE INDEX i ON gift (fund, status)", "DROP INDEX gift_status"]
    accepted = []
    for number, part in enumerate(parts):
        own = shutil.copytree(folder, tmp_path / f"data{number}")
        with contextlib.closing(sqlite3.connect(own / "tapctl.sqlite")) as database, database:
            database.execute(part)
        if exit_code(program, own, "backup", "make", str(tmp_path / f"backup{number}"))[0] == 0:
            accepted.append(part)
    figure(f"S-17 {len(parts)} databases with foreign parts: {len(accepted)} backed up (at most 0)")
    assert accepted == []


def test_notices_and_a_bill_of_materials_are_made_of_what_is_linked(program, tmp_path, figure):
    if not (church.ROOT / ".build/checkouts").is_dir():
        pytest.skip("the packages are not checked out: swift package resolve")
    done = subprocess.run(
        [sys.executable, church.ROOT / "packaging/inventory", "--program", program, "--symbols", program, "--version",
         "0.0.0", "--date", "0", "--output", tmp_path], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    listed = [one["name"] for one in json.loads((tmp_path / "tapctl.spdx.json").read_text())["packages"]]
    notices = (tmp_path / "THIRD-PARTY-NOTICES").read_text()
    libraries = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    linked = [name for name in ("libsqlite3", "libcurl", "libnfc", "libpcsclite", "libssl") if name in libraries]
    missing = [name for name in linked if not any(name in one for one in listed)]
    missing += [name for name in ("swift-nio", "hummingbird", "GRDB") if name.lower() not in notices.lower()]
    figure(f"S-16 {len(listed)} packages in the bill of materials: {len(missing)} linked ones not listed or without a notice "
           f"(at most 0)")
    assert missing == []
