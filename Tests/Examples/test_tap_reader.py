"""The example uses TagKit and InvocationRouter, and SwiftPM fetches and builds nothing else for it."""

import json
import pathlib
import subprocess
import tempfile
import time

import pytest

EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / "Examples/TapReader"
LIMIT_SECONDS = 60
# One URI record: https://appclip.tap.giving/GraceChapel?f=7&r=1
GIFT = "d101275504617070636c69702e7461702e676976696e672f477261636543686170656c3f663d3726723d31"


class Build:
    """A build of the example in an empty folder, with an empty cache of packages."""

    def __init__(self, folder):
        self.scratch, self.cache = folder / "build", folder / "cache"
        began = time.monotonic()
        self.log = self.swift("build")
        self.seconds = time.monotonic() - began

    def swift(self, command, *words):
        done = subprocess.run(
            ["swift", command, "--package-path", EXAMPLE, "--scratch-path", self.scratch, "--cache-path", self.cache, *words],
            stdin=subprocess.DEVNULL, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def run(self, *arguments):
        return subprocess.run([self.scratch / "debug/TapReader", *arguments], capture_output=True, text=True)

    @property
    def modules(self):
        """The names of the Swift modules that were compiled."""
        return {path.stem for path in (self.scratch / "debug/Modules").glob("*.swiftmodule")}

    @property
    def packages(self):
        """The names of all packages in the dependency graph, the example's included."""
        def names(package):
            return {package["name"]}.union(*map(names, package["dependencies"]))

        return names(json.loads(self.swift("package", "show-dependencies", "--format", "json")))


@pytest.fixture(scope="module")
def build():
    with tempfile.TemporaryDirectory() as folder:
        yield Build(pathlib.Path(folder))


def test_it_builds_in_time(build):
    assert build.seconds < LIMIT_SECONDS


def test_no_other_package_is_fetched(build):
    assert build.packages == {"TapReader", "tapctl"}
    assert not any(path.is_dir() and any(path.iterdir()) for path in [
        build.scratch / "checkouts", build.scratch / "repositories", build.cache / "repositories"])


def test_no_other_target_is_built(build):
    assert build.modules == {"TapReader", "TagKit", "InvocationRouter", "TextKit", "FailureKit"}


def test_it_reads_a_tag(build):
    done = build.run(GIFT)
    assert (done.returncode, done.stdout) == (0, "organization: GraceChapel\nfund: 7\nrecurring: true\n")


@pytest.mark.parametrize("arguments, code, words", [
    ([], 64, "usage: TapReader HEX"),
    (["d1f"], 64, "usage: TapReader HEX"),
    (["d10127"], 65, "the NDEF message is truncated"),
    (["d00000"], 65, "the message contains no URI"),
    (["d1010c55046578616d706c652e6f7267"], 65, "example.org"),
])
def test_it_reports_errors(build, arguments, code, words):
    done = build.run(*arguments)
    assert (done.returncode, done.stdout) == (code, "") and words in done.stderr, done
