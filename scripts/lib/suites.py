"""Runs the test suites that are built, side by side where they do not disturb each other, and prints a table.

scripts/test calls it with the level (default, ci, all) and the folder of the built products. With the word "table" it
rewrites the table of docs/building.md from the last run of each suite on this machine.
"""

import contextlib
import dataclasses
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
LOGS = ROOT / ".build/test-logs"
# What each suite took on this machine, written after each run in which it passed. The names of suites that ran with all
# seeds end with "--all".
MEASURED = ROOT / ".build/test-times.json"
DOCUMENT = ROOT / "docs/building.md"
# A line of progress at least this often, in seconds, so that a log without a terminal shows life.
TELL_EVERY = 30

# Tests that open hundreds of databases at once have a process of their own, because libnfc uses select(2), which is
# limited to the first 1,024 descriptors.
READERS = r"^(SystemTests|TagReadersTests)\."
DATABASES = (
    r"(DatabaseKit|DataFolderKit|ProcessorSimulator|PaymentCore|Giving)Tests\."
    r"|(Contracts|Bookings|Dependents|Plans|TagRegistry)Tests\."
    r"|KilledGivers")
# Tests that open their database on the engine that TAPKIT_DATABASE selects.
STORES = r"^(PaymentCore|Giving|Contracts|Dependents|Bookings|Plans|TagRegistry|StaffAccess)Tests\."


@dataclasses.dataclass
class Suite:
    """One process that runs tests, and how it ended."""

    name: str
    command: list
    # Seconds beside the other suites on two quiet cores; this machine's own replace them after its first run.
    seconds: float
    # What it spends its time on, for the table.
    cost: str
    environment: dict = dataclasses.field(default_factory=dict)
    # Whether a closing line with the number of tests is required.
    counts_tests: bool = True
    # Whether it keeps the terminal, as sudo needs it, which may ask for the password. The others are in sessions of
    # their own, in which a program that asks for something fails instead of being stopped.
    keeps_terminal: bool = False
    began: float | None = None
    wall: float = 0
    cpu: float = 0
    code: int | None = None

    @property
    def log(self):
        return LOGS / self.name

    @property
    def shown_counts(self):
        return self.counts if self.counts_tests else ("-", "-")

    def run(self):
        if STOPPING.is_set():
            return
        self.began = time.monotonic()
        with self.log.open("w") as log:
            process = subprocess.Popen(
                self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, cwd=ROOT,
                env={**os.environ, **self.environment}, start_new_session=not self.keeps_terminal)
            self.process = process
            RUNNING[self.name] = self
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            del RUNNING[self.name]
        self.wall = time.monotonic() - self.began
        self.cpu = usage.ru_utime + usage.ru_stime
        self.code = process.returncode

    def send(self, number):
        """Sends a signal to the suite's processes."""
        # They may have ended meanwhile, and sudo's belong to root: the terminal sends them its signals.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            (os.kill if self.keeps_terminal else os.killpg)(self.process.pid, number)

    @property
    def closing_line(self):
        """The line in which the runner counts its tests, or None."""
        found = re.findall(
            r"^(?:. Test run with .*|\d+ (?:passed|failed|skipped|error).* in [\d.]+s.*)$", self.text, re.MULTILINE)
        return found[-1] if found else None

    @property
    def text(self):
        if not self.log.is_file():
            return ""
        # Without the colors that a runner may use.
        return re.sub(r"\x1b\[[0-9;]*m", "", self.log.read_text(errors="replace"))

    @property
    def counts(self):
        """How many tests passed, and how many failed."""
        line = self.closing_line or ""
        if "Test run with" in line:
            ended = r"^✘ Test (?!run |case )(.*?) (?:with \d+ test cases? )?failed after"
            failed = len(set(re.findall(ended, self.text, re.MULTILINE)))
            return int(re.search(r"with (\d+) tests?", line)[1]) - failed, failed

        def number(word):
            return sum(int(count) for count in re.findall(rf"(\d+) {word}", line))

        return number("passed"), number("failed") + number("error")

    @property
    def failures(self):
        """The lines of the log that say what failed; its last lines if none does."""
        lines = self.text.splitlines()
        found = [line for line in lines if re.match(r"✘|FAILED |ERROR |E  ", line)]
        return found[-40:] or lines[-20:]


RUNNING = {}
STOPPING = threading.Event()


def suites(level, products):
    """The suites of a level, in stages that run one after another. The lanes of a stage run side by side."""
    memory = in_memory()
    python = str(ROOT / ".venv-peers/bin/python")

    def swift(name, seconds, cost, *options, **environment):
        command = [f"{products}/tapctlPackageTests.xctest", "--testing-library", "swift-testing", *options]
        full = {"TAPKIT_FULL": "1"} if level == "all" else {}
        return Suite(name, command, seconds, cost, {**memory, **full, **environment})

    def pytest(name, seconds, cost, *options, python=python):
        return Suite(name, [python, "-m", "pytest", "-q", *options], seconds, cost, memory)

    # libnfc gives a reader 350 ms to respond. Beside suites that compute, a virtual reader sometimes takes longer.
    readers = [
        swift("readers", 190, "libnfc's timeouts, pcscd's polls of 400 ms, 2,000 starts of `tapctl`",
              "--filter", READERS, "--skip", "KilledGivers", SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH="4"),
    ]
    waiting = [
        # The pages in Chromium on a phone's screen, with a picture of each in .build/screenshots.
        pytest("chromium", 270, "Chromium, a server for each test, the load of each page",
               "-n", "3", "--dist", "loadfile", "Tests/Browser", "--ignore", "Tests/Browser/test_slow_link.py",
               *(["--one-phone"] if level == "ci" else [])),
    ]
    deliveries = [
        # Stripe's SDK, unmodified, against the simulated processor.
        pytest("stripe-sdk", 90, "retries of webhooks, slow clients", "Tests/StripeSDK"),
        # dj-stripe needs an older SDK.
        pytest("dj-stripe", 30, "Django, a request for each object", "Tests/DjStripe",
               python=str(ROOT / ".venv-djstripe/bin/python")),
        pytest("scripts", 35, "simulated machines with missing tools", "Tests/Scripts"),
        # scripts/attack in its short form, without the checks that other suites run anyway.
        pytest("attack", 110, "killed servers, damaged logs, slow clients", "Tests/Attack", "-m", "not elsewhere",
               *(["--full"] if level == "all" else [])),
    ]
    # A few tests at a time: a test has two minutes, and some took longer beside hundreds of others on two cores.
    few = {"SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH": "6"}
    computing = [
        swift("databases", 150, "simulations of money, eight programs that are killed", "--filter", DATABASES, **few),
        swift("rules", 110, "computation: all values of small sets, 200 seeds", "--skip", f"{READERS}|{DATABASES}", **few),
    ]
    # Each request through Stripe's API and a socket; TAPKIT_PROCESSOR=api leaves out the socket.
    over_http = {"TAPKIT_PROCESSOR": "http"}
    if level == "all":
        computing.append(
            swift("giving-over-http", 120, "computation, a socket for each request",
                  "--filter", r"^GivingTests\.", **over_http, **few))
    if level != "default":
        # The stores on PostgreSQL, with fewer seeds. In CI, the same run also sends the gifts over HTTP.
        computing.append(
            swift("on-postgres", 200, "a PostgreSQL schema for each test, a round trip for each query",
                  "--filter", STORES, TAPKIT_DATABASE="postgres", **few, **(over_http if level == "ci" else {})))
    # Times with a limit can only be measured alone.
    alone = [
        pytest("slow-link", 5, "a link of 400 kbit/s", "Tests/Browser/test_slow_link.py"),
        pytest("examples", 20, "a build of `Examples/TapReader` from nothing", "Tests/Examples"),
    ]
    if level == "all":
        # Slower by the sanitizer, and readers have to respond in time.
        alone.append(
            Suite("sanitize", ["scripts/sanitize"], 200, "a build for the thread sanitizer", counts_tests=False))
        alone.append(pytest("cluster", 60, "PostgreSQL's recovery and failover", "Tests/Cluster"))
        as_root = [] if os.geteuid() == 0 else ["sudo"]
        alone += [
            Suite("packages", ["bash", "-c", "scripts/package && Tests/Package/check"], 700, "a release build",
                  counts_tests=False),
            Suite("fresh-debian", [*as_root, "Tests/Package/fresh-debian"], 200, "the packages of Debian",
                  counts_tests=False, keeps_terminal=bool(as_root)),
        ]
    if len(os.sched_getaffinity(0)) < 2:
        return [[readers + waiting + deliveries + computing + alone]]
    return [[readers], [waiting, deliveries, computing], [alone]]


def in_memory():
    """The place for temporary files: in memory, where nothing waits for a busy disk, if there is room."""
    shared = pathlib.Path("/dev/shm")
    if "TMPDIR" not in os.environ and shared.is_dir():
        there = os.statvfs(shared)
        # The tests make programs there and run them.
        if there.f_flag & os.ST_NOEXEC or there.f_bavail * there.f_frsize < 4 << 30:
            return {}
        return {"TMPDIR": str(shared)}
    return {}


class Progress:
    """Says what has ended, what runs, and how long the rest will take."""

    def __init__(self, stages):
        self.stages = stages
        self.all = [suite for lanes in stages for lane in lanes for suite in lane]
        self.began = self.told = time.monotonic()
        self.ended = []

    def say(self, text):
        seconds = int(time.monotonic() - self.began)
        print(f"{seconds // 60:3}:{seconds % 60:02}  {text}", flush=True)
        self.told = time.monotonic()

    def look(self):
        for suite in self.all:
            if suite.code is not None and suite not in self.ended:
                self.ended.append(suite)
                self.say(f"{suite.name}: {suite.closing_line or f'ended with {suite.code}'}")
        if time.monotonic() - self.told > TELL_EVERY:
            self.say(f"running {', '.join(list(RUNNING))}; {minutes(self.remaining)} left")

    @property
    def remaining(self):
        """Seconds, from what each suite took before and from how far off that has been today."""
        expected = sum(suite.seconds for suite in self.ended)
        factor = sum(suite.wall for suite in self.ended) / expected if expected > 30 else 1

        def rest(suite):
            if suite.code is not None:
                return 0
            elapsed = 0 if suite.began is None else time.monotonic() - suite.began
            return max(factor * suite.seconds - elapsed, 0.1 * suite.seconds)

        return sum(max(sum(map(rest, lane)) for lane in lanes) for lanes in self.stages)


def minutes(seconds):
    return f"about {seconds / 60:.0f} min" if seconds > 90 else f"about {max(10, round(seconds, -1)):.0f} s"


def run(lane):
    for suite in lane:
        suite.run()


def main(level, products):
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, end_all)
    shutil.rmtree(LOGS, ignore_errors=True)
    LOGS.mkdir(parents=True)
    stages = suites(level, products)
    measured = json.loads(MEASURED.read_text()) if MEASURED.is_file() else {}
    suffix = " --all" if level == "all" else ""
    progress = Progress(stages)
    for suite in progress.all:
        suite.seconds = measured.get(suite.name + suffix, {}).get("seconds", suite.seconds)
    progress.say(f"running {len(progress.all)} suites: {minutes(progress.remaining)}; logs in {LOGS.relative_to(ROOT)}")
    for lanes in stages:
        threads = [threading.Thread(target=run, args=[lane], daemon=True) for lane in lanes]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            time.sleep(0.2)
            progress.look()
    progress.look()

    failed = [suite for suite in progress.all if suite.code != 0 or not suite.closing_line and suite.counts_tests]
    measured.update({
        suite.name + suffix: {"seconds": round(suite.wall), "cpu": round(suite.cpu), "tests": suite.counts[0]}
        for suite in progress.all if suite not in failed})
    MEASURED.write_text(json.dumps(measured, indent=1) + "\n")
    print(f"\n{'suite':<18} {'seconds':>8} {'CPU s':>8} {'passed':>8} {'failed':>8}")
    for suite in progress.all:
        passed, bad = suite.shown_counts
        print(f"{suite.name:<18} {suite.wall:>8.0f} {suite.cpu:>8.0f} {passed:>8} {bad:>8}")
    total = time.monotonic() - progress.began
    print(f"{'all':<18} {total:>8.0f} {sum(suite.cpu for suite in progress.all):>8.0f} "
          f"{sum(suite.counts[0] for suite in progress.all):>8} {sum(suite.counts[1] for suite in progress.all):>8}\n")
    for suite in progress.all:
        if suite.counts_tests:
            print(f"{suite.name}: {suite.closing_line or 'no closing line'}")
    sys.stdout.flush()
    for suite in failed:
        print(f"\n{suite.name} failed with {suite.code}; its log is {suite.log.relative_to(ROOT)}", file=sys.stderr)
        for line in suite.failures:
            print(line, file=sys.stderr)
    return 1 if failed else 0


def rewrite_table():
    """Writes the last times of all suites into the document."""
    measured = json.loads(MEASURED.read_text())
    lines = ["| suite | tests | seconds | CPU s | main costs |", "| --- | ---: | ---: | ---: | --- |"]
    stages = suites("all", "")
    # The times of --all are for the suites that only it runs.
    for suite in [suite for lanes in stages for lane in lanes for suite in lane]:
        times = measured.get(suite.name) or measured.get(suite.name + " --all")
        figures = [times["tests"] or "", times["seconds"], times["cpu"]] if times else ["", "", ""]
        lines.append(f"| {suite.name} | {' | '.join(map(str, figures))} | {suite.cost} |")
    text = DOCUMENT.read_text()
    begin, end = "<!-- suites -->", "<!-- end of suites -->"
    before, rest = text.split(begin)
    DOCUMENT.write_text(before + "\n".join([begin, *lines, end]) + rest.split(end)[1])
    return 0


def end_all(number, _):
    if STOPPING.is_set():
        return
    STOPPING.set()
    for suite in list(RUNNING.values()):
        suite.send(signal.SIGTERM)
    waited = time.monotonic()
    while RUNNING and time.monotonic() - waited < 5:
        time.sleep(0.1)
    for suite in list(RUNNING.values()):
        suite.send(signal.SIGKILL)
    sys.exit(128 + number)


if __name__ == "__main__":
    sys.exit(rewrite_table() if sys.argv[1:] == ["table"] else main(*sys.argv[1:]))
