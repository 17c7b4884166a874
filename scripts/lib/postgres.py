"""A PostgreSQL server for measurements, with the default `fsync` and `synchronous_commit`, and its rate of single-row inserts."""

import os
import pathlib
import re
import shutil
import subprocess


class Failure(Exception):
    """An error with tapctl's exit code; its further arguments are the details."""

    def __init__(self, code, sentence, *details):
        super().__init__(sentence)
        self.code, self.details = code, details


def fail(code, sentence, *details):
    raise Failure(code, sentence, *details)


class Postgres:
    """A PostgreSQL server on a socket, as the user `postgres` if this is root."""

    def __init__(self, folder):
        found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
        if not found or not (found[-1] / "pgbench").exists():
            fail(69, "PostgreSQL is not installed", "hint: scripts/install peers")
        self.programs, self.folder = found[-1], folder / "postgres"
        self.folder.mkdir(mode=0o700)
        self.user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self.user:
            folder.chmod(0o711)
            shutil.chown(self.folder, "postgres", "postgres")
        data = str(self.folder / "data")
        self.run("initdb", "-D", data, "-U", "postgres", "--auth=trust", "--no-locale", "-E", "UTF8")
        options = f"-k {self.folder} -c listen_addresses= -c max_connections=100"
        self.run("pg_ctl", "-D", data, "-w", "-s", "-l", str(self.folder / "log"), "-o", options, "start")
        self.run("psql", "-q", "-h", str(self.folder), "-U", "postgres", "-c", "CREATE DATABASE giving TEMPLATE template0",
                 "-c", "CREATE TABLE raw (n BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body BYTEA NOT NULL)")
        script = self.folder / "insert.sql"
        script.write_text("INSERT INTO raw (body) VALUES (decode(repeat('ab', 200), 'hex'));\n")
        script.chmod(0o644)

    def run(self, program, *arguments):
        done = subprocess.run([*self.user, str(self.programs / program), *arguments], capture_output=True, text=True, cwd="/")
        if done.returncode != 0:
            fail(70, f"{program} failed", done.stdout[-1000:] + done.stderr[-1000:])
        return done.stdout

    def inserts(self, seconds):
        """Inserted rows per second, at the better number of connections."""
        rates = []
        for connections in (8, 32):
            output = self.run("pgbench", "-h", str(self.folder), "-U", "postgres", "-n", "-M", "prepared", "-c", str(connections),
                              "-j", "2", "-T", str(seconds), "-f", str(self.folder / "insert.sql"), "postgres")
            rates.append((float(re.search(r"tps = ([\d.]+) \(without", output)[1]), connections))
        return max(rates)

    def end(self):
        self.run("pg_ctl", "-D", str(self.folder / "data"), "-m", "immediate", "-s", "stop")
