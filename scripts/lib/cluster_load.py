"""The load of `scripts/cluster --prove`: clients that record a gift again and again, each with a key, as tapctl does.

A client whose connection is lost does not know if its transaction was committed. It repeats the request with the same key,
and a committed request is not recorded twice.
"""

import contextlib
import threading
import time

import psycopg2

SCHEMA = """
    CREATE TABLE request (key TEXT PRIMARY KEY);
    CREATE TABLE gift (number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, key TEXT NOT NULL, amount BIGINT NOT NULL);
    CREATE TABLE balance (slot INTEGER PRIMARY KEY, amount BIGINT NOT NULL);
"""
AMOUNT = 2500


class Load:
    """Clients that repeat each request until it is acknowledged."""

    # The errors after which a client repeats a request on a new connection.
    FAILURES = (psycopg2.Error,)

    def __init__(self, url, clients=8):
        self.url, self.clients = url, clients
        self.lock, self.stopping = threading.Lock(), threading.Event()
        self.acknowledged, self.times, self.repeated, self.errors = [], [], 0, {}
        self._prepare()

    def _prepare(self):
        with contextlib.closing(psycopg2.connect(url)) as connection, connection, connection.cursor() as cursor:
            cursor.execute(SCHEMA)
            cursor.execute("INSERT INTO balance SELECT n, 0 FROM generate_series(0, %s) n", (self.clients - 1,))

    def start(self):
        self.threads = [threading.Thread(target=self._give, args=[slot], daemon=True) for slot in range(self.clients)]
        for thread in self.threads:
            thread.start()

    def stop(self):
        self.stopping.set()
        for thread in self.threads:
            thread.join(timeout=20)

    def longest_silence(self, begin, end):
        """The longest time between two acknowledged gifts, and its end, both in seconds of the monotonic clock."""
        with self.lock:
            times = [begin, *(moment for moment in self.times if begin < moment < end), end]
        return max(((later - earlier, later) for earlier, later in zip(times, times[1:])), default=(0, end))

    def count(self):
        """How many acknowledged gifts are missing, and how many were recorded twice. Also checks the sums."""
        with contextlib.closing(psycopg2.connect(self.url)) as connection, connection, connection.cursor() as cursor:
            cursor.execute("SELECT key, count(*) FROM gift GROUP BY key")
            recorded = dict(cursor.fetchall())
            cursor.execute("SELECT (SELECT sum(amount) FROM balance), (SELECT sum(amount) FROM gift)")
            balance, gifts = cursor.fetchone()
        lost = sum(key not in recorded for key in self.acknowledged)
        doubled = sum(count > 1 for count in recorded.values())
        return lost, doubled, balance == gifts

    def _give(self, slot):
        connection, number = None, 0
        while not self.stopping.is_set():
            number += 1
            key = f"{slot}-{number}"
            while not self.stopping.is_set():
                try:
                    connection = connection or self._connect()
                    acknowledged = self._record(connection, key, slot)
                except self.FAILURES as error:
                    with contextlib.suppress(*self.FAILURES):
                        if connection:
                            connection.close()
                    connection = None
                    with self.lock:
                        self.repeated += 1
                        text = str(error).splitlines()[0] if str(error) else type(error).__name__
                        self.errors[text] = self.errors.get(text, 0) + 1
                    self.stopping.wait(0.1)
                else:
                    with self.lock:
                        self.acknowledged.append(acknowledged)
                        self.times.append(time.monotonic())
                    break
        if connection:
            connection.close()

    def _connect(self):
        return psycopg2.connect(self.url)

    def _record(self, connection, key, slot):
        """Records a gift, and returns what must be in the database from now on."""
        with connection, connection.cursor() as cursor:
            cursor.execute("INSERT INTO request VALUES (%s) ON CONFLICT DO NOTHING RETURNING key", (key,))
            if cursor.fetchone():
                cursor.execute("INSERT INTO gift (key, amount) VALUES (%s, %s)", (key, AMOUNT))
                cursor.execute("UPDATE balance SET amount = amount + %s WHERE slot = %s", (AMOUNT, slot))
        return key
