"""What the scripts show about a build, and how accurate it is."""

import re
import time

import pytest

COSTS = ["probe - - 0.8 0.8 - -", "target TagKit own 60 - 4 -", "target CLib dependency 30 - 3f -",
         "target TagKitTests test 90 - 2 -", "link tapctl own 10 - - -", "idle tapctl - 20 - - -"]
# Seven steps, each after $PAUSE seconds.
BUILD = """mkdir -p .build/debug/Modules
echo '[0/1] Planning build'
echo 'Building for debugging...'
for step in 1 2 3; do sleep ${PAUSE:-0}; echo "[$step/8] Compiling file$step.c"; done
for step in 4 5 6 7; do sleep ${PAUSE:-0}; echo "[$step/8] Compiling TagKit File$step.swift"; done
echo '[8/8] Linking tapctl'
printf '#!/bin/bash\\necho walked\\n' >.build/debug/tapctl
chmod +x .build/debug/tapctl
touch .build/debug/Modules/TagKit.swiftmodule .build/debug/Modules/CLib.swiftmodule
echo 'Build complete! (5.00s)'"""


@pytest.fixture
def building(ready):
    ready.costs(*COSTS)
    ready.has_swift(build=BUILD)
    (ready.project / "Sources" / "TagKit").mkdir(parents=True)
    return ready


def estimate(said):
    """The seconds of the first printed estimate."""
    found = re.search(r"about (?:(\d+) min)? ?(?:(\d+) s)?(?:(\d+) seconds|(\d+) minutes)?", said)
    minutes, seconds, only_seconds, only_minutes = (int(part or 0) for part in found.groups())
    return 60 * (minutes + only_minutes) + seconds + only_seconds


@pytest.mark.parametrize("cores, seconds", [(1, 100), (2, 60), (8, 30)])
def test_estimate_follows_the_cores(building, cores, seconds):
    building.has("nproc", f"echo {cores}")
    building.lacks("swiftc")  # so this machine counts as fast as the reference machine
    assert estimate(building.run("demo").stdout) == seconds


def test_estimate_follows_the_machine(building):
    """The estimate grows with the CPU time that the compiler needs for the probe file."""
    building.has("nproc", "echo 1")
    building.has("swiftc", 'case " $* " in *" -O "*) i=0; while [ $((i += 1)) -lt 100000 ]; do :; done ;; esac')
    first = estimate(building.run("demo").stdout)
    building.has("swiftc", 'case " $* " in *" -O "*) i=0; while [ $((i += 1)) -lt 400000 ]; do :; done ;; esac')
    (building.project / ".build/debug/Modules/TagKit.swiftmodule").unlink()
    (building.project / ".build/debug/Modules/CLib.swiftmodule").unlink()
    (building.project / ".build/debug/tapctl").unlink()
    assert 2.5 < estimate(building.run("demo").stdout) / first < 6


def test_without_a_terminal_every_tenth_is_a_line(building):
    done = building.run("demo", PAUSE="0.5")
    percents = [int(found) for found in re.findall(r"^ +(\d+) %  \d+:\d\d, about \d+:\d\d left", done.stdout, re.M)]
    assert len(percents) >= 2 and percents == sorted(set(percents)) and percents[-1] < 100, done.stdout
    assert "\r" not in done.stdout and re.search(r"^  built tapctl in 0:0[3-9]$", done.stdout, re.M), done.stdout
    assert "walked" in done.stdout and done.stderr == ""


def test_on_a_terminal_one_line_is_updated(building):
    said = building.run_on_terminal("demo", PAUSE="0.5").replace("\r\n", "\n")
    before = said[:said.index("built tapctl in")]
    assert before.count("\r\x1b[K") >= 3 and before.count("\n") == 1, said


def test_the_second_time_there_is_nothing_to_do(building):
    building.run("demo")
    building.has_swift(build="echo 'Building for debugging...'; echo 'Build complete! (0.20s)'")
    assert "nothing has changed" in building.run("demo").stdout


def test_a_changed_file_gives_an_upper_limit(building):
    building.run("demo")
    building.has_swift(build="sleep 0.1; echo 'Build complete! (0.20s)'")
    (building.project / "Sources/TagKit/New.swift").write_text("")
    said = building.run("demo").stdout
    assert "sources have changed, so this takes up to" in said and estimate(said.replace("up to", "about")) <= 70


def test_warnings_of_a_build_are_shown(building):
    unhandled = "warning: 'swift-x': found 1 file(s) which are unhandled; explicitly declare them as resources"
    building.has_swift(
        build=f"{BUILD}\necho 'warning: the cache is read only'\necho \"{unhandled}\"\necho '    /p/.build/checkouts/x/C.txt'")
    said = building.run("demo").stdout
    assert "warning: the cache is read only" in said and "swift-x" not in said and "C.txt" not in said


def test_output_without_a_last_newline(building):
    building.has_swift(build=BUILD + "\nprintf 'warning: no newline'")
    done = building.run("demo")
    assert done.returncode == 0 and "warning: no newline\n" in done.stdout and "walked" in done.stdout, done
    building.has_swift(build="printf 'error: no newline'; exit 1")
    done = building.run("demo")
    assert done.returncode == 1 and "error: no newline\n" in done.stderr and "\x01" not in done.stderr, done


def test_a_process_that_is_left_behind_is_not_waited_for(building):
    building.has_swift(build=BUILD + "\nsleep 30 &")
    began = time.monotonic()
    assert building.run("demo").returncode == 0 and time.monotonic() - began < 25


def test_a_target_in_c_with_sources_is_looked_at(building):
    """Such a target has objects and no Swift module."""
    building.costs(*COSTS, "target COwn own 5 - 1 -")
    source = building.project / "Sources/COwn/own.c"
    source.parent.mkdir()
    source.write_text("")
    building.has_swift(build=BUILD + "\nmkdir -p .build/debug/COwn.build; touch .build/debug/COwn.build/own.c.o")
    building.run("demo")
    assert "nothing has changed" in building.run("demo").stdout
    time.sleep(0.05)
    source.write_text("changed")
    assert "sources have changed" in building.run("demo").stdout


@pytest.mark.parametrize("value, built", [(None, "off"), ("on", "on"), ("off", "off")])
def test_tls_is_left_out_of_a_first_build_unless_it_is_asked_for(building, value, built):
    building.has_swift(build='echo "warning: TLS is ${TAPCTL_TLS-unset}"\n' + BUILD)
    environment = {} if value is None else {"TAPCTL_TLS": value}
    assert f"TLS is {built}" in building.run("demo", **environment).stdout


def test_progress_of_apt(machine):
    machine.has_swift()
    machine.has("id", "echo 0")
    machine.has("git")
    machine.has("apt-get", """case " $* " in *" update "*) exit 0 ;; esac
for percent in 20 60 90; do
    echo "dlstatus:1:$percent.5:Retrieving"
    for try in {1..300}; do grep -q "downloading, $percent %" "$TERMINAL" && break; sleep 0.1; done
done""")
    said = machine.run_on_terminal("install")
    assert all(f"downloading, {percent} %" in said for percent in (20, 60, 90)) and "libnfc-dev" in said
