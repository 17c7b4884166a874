"""A folder that the command line makes, and the pages over it."""

import contextlib
import json
import os
import pathlib
import shlex
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Organizations as a church's office enters them: `Salam` has a name from right to left, `Long` one that no line holds
# and a logo that does not come, `Alone` one fund, which accepts only monthly gifts.
COMMANDS = """
org add WoodlandsChurch --name "The Woodlands Church" --country US --tax-id 12-3456789 --presets 25,50,100,250
fund add 12 --org WoodlandsChurch --name Missions
fund add 13 --org WoodlandsChurch --name "New roof"
fund add 14 --org WoodlandsChurch --name "Bus of 1998"
fund close 14 --org WoodlandsChurch
org add Salam --name "كنيسة السلام" --time-zone Asia/Beirut
fund add 1 --org Salam --name "ترميم المبنى"
fund add 2 --org Salam --name Youth
org add Long --name "Evangelical-Lutheran Congregation of St. Bartholomew and Donaudampfschifffahrtsgesellschaft" --logo https://logo.invalid/logo.svg
fund add 1 --org Long --name "For the widows, the orphans, and everybody who knocks at the door in the winter months"
org add Alone --name "Chapel of One Fund" --currency eur --time-zone Europe/Berlin --country DE --color "#ffd75e"
fund add 1 --org Alone --name All --no-one-time
"""


def environment(folder, now="", processor=""):
    return {**os.environ, "TAPCTL_HOME": str(folder), "TAPCTL_NOW": now, "TAPCTL_PROCESSOR": processor, "NO_COLOR": "1"}


def tapctl(program, folder, *arguments, typed="", now="", processor="", code=0):
    """Runs a command on a folder, with what is typed into it; gives what it prints before it ends with a code."""
    done = subprocess.run(
        [program, *arguments], input=typed, capture_output=True, text=True, timeout=60,
        env=environment(folder, now, processor))
    assert done.returncode == code, f"tapctl {' '.join(arguments)}\n{done.stdout}{done.stderr}"
    return done.stdout


def make(program, folder):
    """Makes the organizations."""
    for line in COMMANDS.strip().splitlines():
        tapctl(program, folder, *shlex.split(line))


class Site:
    """The pages of a folder, and what the books say of them."""

    def __init__(self, program, folder, address):
        self.program, self.folder, self.address = program, folder, address

    def gifts(self, org="WoodlandsChurch"):
        """All gifts to an organization as `tapctl gift list` has them, newest first."""
        return json.loads(self.run("gift", "list", "--org", org, "--json"))["data"]

    def gift(self, total):
        """The one gift of this total, in minor units."""
        [one] = [gift for gift in self.gifts() if gift["total_minor"] == total]
        return one

    def monthly(self, org="WoodlandsChurch"):
        return json.loads(self.run("recurring", "list", "--org", org, "--json"))["data"]

    def balanced(self):
        return self.run("ledger", "check").startswith("balanced")

    def give(self, amount, *options, name="A Donor", email="donor@example.org", org="WoodlandsChurch"):
        """A gift as `tapctl gift make` makes it; `options` stand behind."""
        self.run(
            "gift", "make", "--org", org, "--amount", amount, "--method", "pm_card_visa", "--name", name,
            "--email", email, *options)

    def run(self, *arguments):
        """What a command on the same folder prints."""
        return tapctl(self.program, self.folder, *arguments)


class Said(list):
    """The lines that a program has printed so far, and the program."""


@contextlib.contextmanager
def serving(command, folder, until):
    """Runs a command that serves until it is told to end; gives what it prints, up to a line that begins so."""
    log = pathlib.Path(folder, "stderr.log")
    with log.open("w") as errors:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment(folder))
    try:
        said = Said()
        said.process = process
        while not said or not said[-1].startswith(until):
            said.append(process.stdout.readline())
            assert said[-1], f"{command[0]} ended with {process.wait(timeout=20)}\n{log.read_text()}"
        yield said
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait(timeout=20)
        process.stdout.close()


@contextlib.contextmanager
def served(program, folder, *options):
    """`tapctl serve` on a folder, on a free port."""
    with serving([program, "serve", "--port", "0", *options], folder, until="listening on") as said:
        site = Site(program, folder, said[-1].split()[-1])
        site.process = said.process
        yield site
