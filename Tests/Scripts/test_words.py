"""scripts/words finds the wording that this project avoids, and only in English."""

import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def hits(folder, name, text):
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    done = subprocess.run([ROOT / "scripts" / "words", name], cwd=folder, capture_output=True, text=True)
    found = [line.split(": ")[:2] for line in done.stdout.splitlines()]
    assert done.returncode == (1 if found else 0), done
    return [(place.removeprefix(f"{name}:"), kind) for place, kind in found]


@pytest.mark.parametrize("line, kind", [
    ("/// What a refund costs.", "doc comment"),
    ("/// The fund, which is none of these.", "doc comment"),
    ("// Nothing is told to the donor.", "comment"),
    ('let text = "this tag was made for somebody else"', "string"),
])
def test_sources(tmp_path, line, kind):
    assert hits(tmp_path, "Sources/A.swift", f"import Foundation\n{line}\n") == [("2", kind)]


def test_names_of_tests(tmp_path):
    text = '@Test("charges nobody twice") func a() {}\n@Test(\n    "begins anew"\n)\nlet other = "a shall not b"\n'
    assert hits(tmp_path, "Tests/A.swift", text) == [("1", "test name"), ("3", "test name")]


def test_documents(tmp_path):
    text = "Whoever gives.\n```console\n$ nobody\n```\nThe option `--anew`, or “nobody”.\nA server behind a proxy.\n"
    assert hits(tmp_path, "docs/a.md", text) == [("1", "document")]


@pytest.mark.parametrize("line", [
    "/// The server is behind a reverse proxy.",
    "/// A standing order, and an understood one.",
    'let name = "nobody"',
])
def test_plain_lines(tmp_path, line):
    assert hits(tmp_path, "Sources/A.swift", line + "\n") == []
