"""scripts/cluster: the leader is killed under load, and no acknowledged gift is lost or recorded twice."""

import os
import pathlib
import re
import signal
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CLUSTER = ROOT / "scripts/cluster"


@pytest.fixture
def environment(tmp_path_factory):
    # The name of a socket has at most 107 bytes, which excludes the folders of pytest.
    folder = tmp_path_factory.mktemp("run")
    return {**os.environ, "XDG_RUNTIME_DIR": str(folder)}


def test_no_gift_is_lost(environment):
    process = subprocess.Popen(
        [CLUSTER, "--prove", "1", "--seconds", "2"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env=environment)
    try:
        output, _ = process.communicate(timeout=110)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGTERM)
        output, _ = process.communicate(timeout=30)
        pytest.fail(f"it did not end in time:\n{output}")
    assert process.returncode == 0, output
    counts = re.search(r"acknowledged (\d+), lost (\d+), doubled (\d+), .*longest outage ([\d.]+) s, sums equal", output)
    assert counts, output
    acknowledged, lost, doubled, silence = map(float, counts.groups())
    assert acknowledged > 100 and lost == 0 and doubled == 0 and silence < 15, output
    events = re.findall(r"^(kill|switchover) +(\w+) +(\w+) ", output, re.MULTILINE)
    assert [event for event, _, _ in events] == ["kill", "switchover"], output
    assert all(before != after for _, before, after in events), output


def test_nothing_is_left(environment):
    process = subprocess.Popen([CLUSTER], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
    try:
        lines = []
        for line in process.stdout:
            lines.append(line)
            if line.startswith(("Ctrl-C", "error")):
                break
        folder = pathlib.Path(lines[0].split()[-1])
        status = subprocess.run([CLUSTER, "status"], capture_output=True, text=True, env=environment, timeout=30)
        assert status.returncode == 0 and status.stdout.count("leader, running") == 1, (lines, status)
        second = subprocess.run([CLUSTER], capture_output=True, text=True, env=environment, timeout=30)
        assert second.returncode == 75 and "already running" in second.stderr, second
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=30)
    assert not folder.exists()
    commands = [path.read_bytes() for path in pathlib.Path("/proc").glob("[0-9]*/cmdline") if path.exists()]
    assert not [command for command in commands if str(folder).encode() in command]
    assert subprocess.run([CLUSTER, "status"], capture_output=True, env=environment, timeout=30).returncode == 69
