"""`scripts/serve`, as somebody runs it who has just built tapctl."""

import json
import os
import re
import signal
import subprocess

import church
import pytest
from donor import THANKS, Donor


@pytest.fixture
def demonstration(program, tmp_path, monkeypatch):
    """Starts the script; gives where it says that the pages are, and the folder that it names."""
    monkeypatch.setenv("TAPCTL", program)
    monkeypatch.setenv("TAPCTL_CHURCH", str(tmp_path / "church"))

    def start():
        return church.serving([str(church.ROOT / "scripts/serve"), "--port", "0"], tmp_path, until="Ctrl-C stops the server")

    return start


def addresses(said):
    return [line.split()[0] for line in said if line.strip().startswith("http://")]


def count(site):
    return len(json.loads(site.run("gift", "list", "--org", "WoodlandsChurch", "--limit", "1000", "--json"))["data"])


def test_from_the_script_to_a_gift_and_again(demonstration, with_scripts, program, tmp_path):
    with demonstration() as said:
        assert len(addresses(said)) == 6
        for address in addresses(said):
            assert with_scripts.open(address).has("h1"), address
        donor = Donor(with_scripts, church.Site(program, tmp_path / "church", ""))
        before = count(donor.site)
        # 13 weeks of gifts, and those of today at the seats.
        assert before > 80
        donor.give(addresses(said)[0])
        assert THANKS in donor.sees and count(donor.site) == before + 1
    # The next time it is the same church.
    with demonstration() as said:
        assert with_scripts.open(addresses(said)[-3]).text("li") == "The Woodlands Church"
        assert count(donor.site) == before + 1 and donor.site.balanced()


def test_what_was_given_stands_in_the_pages_of_the_church(demonstration, with_scripts, program, tmp_path):
    with demonstration() as said:
        Donor(with_scripts, church.Site(program, tmp_path / "church", "")).give(addresses(said)[0])
        [line] = [line for line in said if "/admin " in line]
        _, email, password = re.fullmatch(r"\s*(\S+) .* (\S+@\S+), password (\S+)\s*", line).groups()
        with_scripts.open(addresses(said)[-1])
        with_scripts.write("input[name=email]", email).write("input[name=password]", password).press("main form button")
        assert with_scripts.text("h1") == "Overview"
        assert re.search(r"this year, after refunds \(\d+ gifts\)", with_scripts.text("main"))


def test_the_seats_and_their_taps_are_there(demonstration, program, tmp_path):
    with demonstration():
        site = church.Site(program, tmp_path / "church", "")
        batches = json.loads(site.run("batch", "list", "--json"))["data"]
        assert sorted((batch["name"], batch["verified"]) for batch in batches) == [("North hall", 12), ("South hall", 12)]
        gifts = json.loads(site.run("gift", "list", "--org", "WoodlandsChurch", "--json"))["data"]
        assert sum(gift["tap"] is not None for gift in gifts) == 4
        assert "disputed" in site.run("gift", "list", "--org", "WoodlandsChurch", "--status", "disputed")


def test_its_own_words_are_true(demonstration, program, tmp_path):
    """The commands that it prints do what it says of them."""
    with demonstration() as said:
        commands = [line.strip() for line in said if line.startswith("  ") and "http" not in line]
        done = subprocess.run(
            ["bash", "-ec", "\n".join(commands)], capture_output=True, text=True, timeout=60,
            env={**os.environ, "NO_COLOR": "1"})
    assert done.returncode == 0 and "Visitor 1" in done.stdout and "balanced" in done.stdout, done


def test_ctrl_c_ends_it(demonstration):
    with demonstration() as said:
        os.kill(said.process.pid, signal.SIGINT)
        assert said.process.wait(timeout=20) == 0


def test_a_port_that_is_taken_is_told(demonstration, site):
    port = site.address.rsplit(":", 1)[1]
    done = subprocess.run([str(church.ROOT / "scripts/serve"), "--port", port], capture_output=True, text=True, timeout=60)
    assert done.returncode == 69 and "another program is already listening" in done.stderr and "Open one" not in done.stdout
