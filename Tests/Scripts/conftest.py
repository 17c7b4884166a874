"""A copy of the scripts in its own folder, with a PATH that has only basic tools and what a test adds."""

import os
import pathlib
import pty
import select
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# What a minimal Debian has. Swift, apt-get, dpkg-query, sudo, git and pkg-config are left to the tests.
TOOLS = """awk bash basename cat chmod cp cut date df dirname du env find getconf grep head id ln ls mkdir mktemp mv nproc od
    printf readlink rm sed seq sleep sort tail touch tr uname uniq wc xargs""".split()


class Machine:
    """A simulated machine: `has` puts a command on its PATH, `run` runs a script of the project on it."""

    def __init__(self, folder):
        self.project = folder / "project"
        self.bin = folder / "bin"
        self.home = folder / "home"
        self.environment = {"PATH": str(self.bin), "HOME": str(self.home), "LANG": "C.UTF-8", "TERM": "xterm"}
        self.bin.mkdir()
        self.home.mkdir()
        shutil.copytree(ROOT / "scripts", self.project / "scripts")
        (self.project / "Fuzz" / "NDEF").mkdir(parents=True)
        for name in TOOLS:
            (self.bin / name).symlink_to(shutil.which(name))

    def has(self, name, script=""):
        path = self.bin / name
        path.unlink(missing_ok=True)
        path.write_text(f"#!/bin/bash\n{script}\n")
        path.chmod(0o755)

    def lacks(self, name):
        (self.bin / name).unlink(missing_ok=True)

    def has_swift(self, build="exit 0", version="6.3.1"):
        """A Swift whose `swift build` is the given script, and whose compiler does nothing."""
        self.has("swift", f'case $1 in --version) echo "Swift version {version} (swift-{version}-RELEASE)" ;;\n'
                 f"build)\n{build}\n;; esac")
        self.has("swiftc")

    def has_packages(self):
        self.has("git")
        self.has("dpkg-query", "printf installed")

    def costs(self, *rows):
        """The data file of the estimates: tab-separated rows."""
        path = self.project / "scripts/lib/build-costs.tsv"
        path.write_text("".join("\t".join(row.split()) + "\n" for row in rows))

    def run(self, script, *arguments, **environment):
        return subprocess.run(
            [str(self.project / "scripts" / script), *arguments], capture_output=True, text=True, timeout=60,
            stdin=subprocess.DEVNULL, env={**self.environment, **environment})

    def run_on_terminal(self, script, *arguments, **environment):
        """Runs a script on a terminal, and returns what it writes. Commands of the machine can read the text so far in
        the file $TERMINAL."""
        terminal = self.home / "terminal"
        ours, theirs = pty.openpty()
        process = subprocess.Popen(
            [str(self.project / "scripts" / script), *arguments], stdin=subprocess.DEVNULL, stdout=theirs,
            stderr=theirs, env={**self.environment, "TERMINAL": str(terminal), **environment})
        os.close(theirs)
        written = b""
        while select.select([ours], [], [], 60)[0]:
            try:
                part = os.read(ours, 65536)
            except OSError:  # the end, on Linux
                break
            if not part:
                break
            written += part
            terminal.write_bytes(written)
        os.close(ours)
        assert process.wait(timeout=60) == 0, written
        return written.decode()


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


@pytest.fixture
def ready(machine):
    """A machine with everything that a build needs."""
    machine.has_swift()
    machine.has_packages()
    return machine
