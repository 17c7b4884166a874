"""The processes of scripts/cluster: how they start in a namespace and as another user, and how they end with the script."""

import contextlib
import ctypes
import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import sys
import time

LIBC = ctypes.CDLL(None, use_errno=True)
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER, CLONE_NEWNET = 1, 36, 0x40000000


class Failure(Exception):
    """An error with tapctl's exit code; its further arguments are the details."""

    def __init__(self, code, sentence, *details):
        super().__init__(sentence)
        self.code, self.details = code, details


def database_user():
    """The user of the servers: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam("postgres")
    except KeyError:
        raise Failure(69, "the user postgres does not exist", "hint: scripts/install cluster") from None


class Process:
    """A process that can be started again, with a log."""

    def __init__(self, name, command, folder, user=None, namespace=None, environment=None):
        self.name, self.command, self.folder = name, command, folder
        self.user, self.namespace, self.environment = user, namespace, environment or {}
        self.log = folder / f"{name}.log"
        self.running = self.ended = None

    def start(self):
        self.ended = None
        with self.log.open("ab") as log:
            self.running = subprocess.Popen(
                self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.folder,
                start_new_session=True, preexec_fn=self._prepare,
                env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": str(self.folder), **self.environment})
        return self

    def _prepare(self):
        if self.namespace is not None and LIBC.setns(self.namespace, CLONE_NEWNET) != 0:
            raise OSError(ctypes.get_errno(), "setns")
        if self.user:
            os.setgroups([])
            os.setgid(self.user.pw_gid)
            os.setuid(self.user.pw_uid)
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)

    @property
    def is_running(self):
        if self.running is None:
            return False
        if self.running.poll() is not None and self.ended is None:
            self.ended = time.monotonic()
        return self.ended is None

    def kill(self, number=signal.SIGKILL):
        if self.is_running:
            self.running.send_signal(number)
            self.running.wait()

    def end(self, seconds=3):
        """Ends the process with SIGTERM, or with SIGKILL if it takes too long."""
        if self.is_running:
            self.running.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.running.wait(seconds)
            self.kill()

    @property
    def last_lines(self):
        lines = self.log.read_text(errors="replace").splitlines() if self.log.exists() else []
        return lines[-8:]


def children(pid):
    """The processes whose parent is `pid`."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                # The name of the program is in parentheses and may contain any character.
                if int((entry / "stat").read_text().rpartition(")")[2].split()[1]) == pid:
                    found.append(int(entry.name))
    return found


def guarded(folder, work):
    """Runs `work` in a child process, then kills every process that it left, and removes the folder.

    Servers that outlive their parent become children of this process (prctl(2), PR_SET_CHILD_SUBREAPER). If this process is
    killed, the child gets SIGTERM.
    """
    LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1)
    child = os.fork()
    if child == 0:
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
        signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell ignores it in commands that end with &
        sys.exit(work())
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal sends it to both
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: os.kill(child, signal.SIGTERM))
    ended = None
    while ended != child:
        ended, status = os.waitpid(-1, 0)
    while left := children(os.getpid()):
        for pid in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(-1, 0)
    shutil.rmtree(folder, ignore_errors=True)
    return os.waitstatus_to_exitcode(status)
