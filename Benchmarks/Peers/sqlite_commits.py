"""Prints the durable commits per second of Python's sqlite3: one row each, WAL, synchronous FULL."""
import os, sqlite3, tempfile, time

with tempfile.TemporaryDirectory() as folder:
    base = sqlite3.connect(os.path.join(folder, "peer.sqlite"), isolation_level=None)
    base.execute("PRAGMA journal_mode=WAL")
    base.execute("PRAGMA synchronous=FULL")
    base.execute("CREATE TABLE row (id TEXT PRIMARY KEY, amount INTEGER, body TEXT)")
    started, count = time.perf_counter(), 0
    while time.perf_counter() - started < 2:
        base.execute("INSERT INTO row VALUES (?, ?, ?)", (f"gift_{count:020}", count, "x" * 600))
        count += 1
    print(round(count / (time.perf_counter() - started)))
