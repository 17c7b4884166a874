"""The load of `scripts/cluster --prove --serve`: clients that make gifts through the API of two `tapctl serve`.

Each gift has its own key and its own donor. A client repeats a request with the same key until it is confirmed, so each donor
must have exactly one gift, and one charge at the processor.
"""

import contextlib
import http.client
import json

import psycopg2
from cluster_load import AMOUNT, Load


class Refusal(Exception):
    """A response that does not confirm the gift."""


class GiftLoad(Load):
    FAILURES = (OSError, http.client.HTTPException, ValueError, Refusal)

    def __init__(self, cluster, clients=8):
        self.cluster = cluster
        super().__init__(cluster.url(), clients)

    def _prepare(self):
        self.key = self.cluster.tapctl("api-key", "add", "cluster", "--org", "Grace", "--role", "treasurer").split()[0]

    def _connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.cluster.page_port, timeout=35)

    def _record(self, connection, key, slot):
        gift = {"org": "Grace", "fund": "12", "amount_minor": AMOUNT, "currency": "usd", "method": "pm_card_visa",
                "name": "A Donor", "email": f"donor{key}@example.org"}
        connection.request("POST", "/api/gifts", json.dumps(gift), {
            "Authorization": f"Bearer {self.key}", "Idempotency-Key": key, "Content-Type": "application/json"})
        response = connection.getresponse()
        document = json.loads(response.read())
        if response.status != 200 or document.get("status") != "succeeded":
            raise Refusal(f"{response.status} {document.get('error', {}).get('code') or document.get('status')}")
        return document["id"]

    def count(self):
        """How many acknowledged gifts are missing, and how many donors have several. Also checks the books."""
        with contextlib.closing(psycopg2.connect(self.url)) as connection, connection, connection.cursor() as cursor:
            cursor.execute("SELECT id FROM gift")
            recorded = {row[0] for row in cursor.fetchall()}
            cursor.execute("SELECT count(*) FROM (SELECT 1 FROM gift GROUP BY donor HAVING count(*) > 1) AS several")
            doubled = cursor.fetchone()[0]
        lost = sum(gift not in recorded for gift in self.acknowledged)
        # Calls that a killed server left open are completed, and the books compared with the processor.
        self.cluster.tapctl("payment", "reconcile", "--full")
        self.cluster.tapctl("ledger", "check")
        return lost, doubled, True
