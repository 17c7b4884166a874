public import DatabaseKit

/// The migrations that create and change the payment core's tables.
public enum PaymentMigrations {
    /// The migrations in order. A released migration never changes.
    public static let all = [
        Migration(
            "payments.1",
            """
            CREATE TABLE payment (
              id TEXT PRIMARY KEY, kind TEXT NOT NULL, subject TEXT NOT NULL, payee TEXT NOT NULL,
              currency TEXT NOT NULL, state TEXT NOT NULL, intent TEXT, charge TEXT, invoice TEXT,
              collectible INTEGER NOT NULL, unfinished INTEGER NOT NULL, body BLOB NOT NULL) STRICT;
            CREATE INDEX payment_state ON payment (state, id);
            CREATE UNIQUE INDEX payment_intent ON payment (intent) WHERE intent IS NOT NULL;
            CREATE UNIQUE INDEX payment_charge ON payment (charge) WHERE charge IS NOT NULL;
            CREATE UNIQUE INDEX payment_invoice ON payment (invoice) WHERE invoice IS NOT NULL;
            CREATE INDEX payment_unfinished ON payment (id) WHERE unfinished = 1;
            CREATE INDEX payment_unfinished_payee ON payment (payee, id) WHERE unfinished = 1;
            CREATE INDEX payment_collectible ON payment (payee, currency, id) WHERE collectible = 1;

            CREATE TABLE payment_refund (
              id TEXT PRIMARY KEY, payment TEXT NOT NULL REFERENCES payment, watched INTEGER NOT NULL,
              body BLOB NOT NULL) STRICT;
            CREATE INDEX payment_refund_payment ON payment_refund (payment, id);
            CREATE INDEX payment_refund_watched ON payment_refund (id) WHERE watched = 1;

            CREATE TABLE payment_dispute (
              id TEXT PRIMARY KEY, payment TEXT NOT NULL REFERENCES payment, state TEXT NOT NULL,
              body BLOB NOT NULL) STRICT;
            CREATE INDEX payment_dispute_payment ON payment_dispute (payment, id);
            CREATE INDEX payment_dispute_open ON payment_dispute (id) WHERE state IN ('open', 'inquiry');

            CREATE TABLE processor_call (
              id TEXT PRIMARY KEY, subject TEXT NOT NULL, body BLOB NOT NULL) STRICT;
            CREATE INDEX processor_call_subject ON processor_call (subject);

            CREATE TABLE posting (
              number INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, reference TEXT NOT NULL,
              payment TEXT, time INTEGER NOT NULL, UNIQUE (kind, reference)) STRICT;
            CREATE TABLE entry (
              posting INTEGER NOT NULL REFERENCES posting, position INTEGER NOT NULL, account TEXT NOT NULL,
              currency TEXT NOT NULL, amount INTEGER NOT NULL CHECK (amount <> 0),
              PRIMARY KEY (posting, position)) STRICT, WITHOUT ROWID;
            CREATE INDEX entry_receivable ON entry (account, posting)
              WHERE account >= 'receivable:' AND account < 'receivable;';
            CREATE TABLE balance (
              account TEXT NOT NULL, currency TEXT NOT NULL, amount INTEGER NOT NULL,
              PRIMARY KEY (account, currency)) STRICT, WITHOUT ROWID;

            CREATE TABLE schedule (
              id TEXT PRIMARY KEY, state TEXT NOT NULL, subscription TEXT, due INTEGER,
              body BLOB NOT NULL) STRICT;
            CREATE UNIQUE INDEX schedule_subscription ON schedule (subscription) WHERE subscription IS NOT NULL;
            CREATE INDEX schedule_past_due ON schedule (state) WHERE state = 'past_due';
            CREATE INDEX schedule_due ON schedule (due) WHERE due IS NOT NULL;

            CREATE TABLE payee (id TEXT PRIMARY KEY, product TEXT, body BLOB) STRICT, WITHOUT ROWID;
            CREATE TABLE payout (
              id TEXT PRIMARY KEY, payee TEXT NOT NULL, created INTEGER NOT NULL, unfinished INTEGER NOT NULL,
              body BLOB NOT NULL) STRICT;
            CREATE INDEX payout_payee ON payout (payee, created, id);
            CREATE INDEX payout_created ON payout (created, id);
            CREATE INDEX payout_unfinished ON payout (id) WHERE unfinished = 1;

            CREATE TABLE try (
              number INTEGER PRIMARY KEY AUTOINCREMENT, payment TEXT NOT NULL, payee TEXT NOT NULL,
              email TEXT NOT NULL, client TEXT, time INTEGER NOT NULL, declined INTEGER) STRICT;
            CREATE INDEX try_payment ON try (payment);
            CREATE INDEX try_payee ON try (payee, number);
            CREATE INDEX try_time ON try (time);
            CREATE INDEX try_email ON try (email, declined);
            CREATE INDEX try_client ON try (client, declined) WHERE declined IS NOT NULL;
            CREATE TABLE payee_pause (payee TEXT PRIMARY KEY, until INTEGER NOT NULL) STRICT, WITHOUT ROWID;

            CREATE TABLE processor_event (id TEXT PRIMARY KEY, time INTEGER NOT NULL) STRICT, WITHOUT ROWID;
            CREATE INDEX processor_event_time ON processor_event (time);
            CREATE TABLE processor_cursor (
              name TEXT PRIMARY KEY, time INTEGER NOT NULL) STRICT, WITHOUT ROWID;
            """),
        Migration(
            "payments.2",
            "CREATE INDEX posting_payment ON posting (payment, number) WHERE payment IS NOT NULL;"),
        Migration(
            "payments.3",
            """
            CREATE TABLE received_event (
              number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, time INTEGER NOT NULL,
              body BLOB) STRICT;
            CREATE INDEX received_event_open ON received_event (number) WHERE body IS NOT NULL;
            CREATE INDEX received_event_time ON received_event (time);
            """),
        Migration(
            "payments.4",
            """
            CREATE TABLE payment_release (
              id TEXT PRIMARY KEY, payment TEXT NOT NULL REFERENCES payment, payee TEXT NOT NULL,
              currency TEXT NOT NULL, collectible INTEGER NOT NULL, body BLOB NOT NULL) STRICT;
            CREATE INDEX payment_release_payment ON payment_release (payment, id);
            CREATE INDEX payment_release_collectible ON payment_release (payee, currency, id)
              WHERE collectible = 1;
            """),
        Migration(
            "payments.5",
            """
            CREATE TABLE outbox (
              id TEXT PRIMARY KEY, waiting INTEGER NOT NULL, body BLOB NOT NULL) STRICT, WITHOUT ROWID;
            CREATE INDEX outbox_waiting ON outbox (id) WHERE waiting = 1;
            """),
        Migration(
            "payments.6",
            """
            CREATE TABLE page_link (
              hash TEXT PRIMARY KEY, kind TEXT NOT NULL, subject TEXT NOT NULL) STRICT, WITHOUT ROWID;
            """),
        Migration(
            "payments.7",
            // Most attempts are not declined, and one payer's attempts are far apart in the table.
            """
            DROP INDEX try_email;
            CREATE INDEX try_email ON try (email, declined) WHERE declined IS NOT NULL;
            """),
        Migration(
            "payments.8",
            """
            ALTER TABLE outbox ADD COLUMN kind TEXT NOT NULL DEFAULT '';
            UPDATE outbox SET kind = json_extract(CAST(body AS TEXT), '$.kind') WHERE waiting = 1;
            CREATE INDEX outbox_waiting_kind ON outbox (kind, id) WHERE waiting = 1;
            """),
        Migration(
            "payments.9",
            // These schedules have no stated day. If they are marked as due, their day is set first.
            "UPDATE schedule SET due = 0 WHERE due IS NOT NULL AND subscription IS NOT NULL;"),
        Migration(
            "payments.10",
            """
            ALTER TABLE page_link ADD COLUMN withdrawn INTEGER;
            CREATE INDEX page_link_subject ON page_link (subject, kind);
            """),
        Migration(
            "reconcile.1",
            """
            CREATE TABLE books_gap (
              number INTEGER PRIMARY KEY AUTOINCREMENT, cause TEXT NOT NULL, since INTEGER NOT NULL,
              found INTEGER NOT NULL, is_open INTEGER NOT NULL) STRICT;
            CREATE INDEX books_gap_open ON books_gap (number) WHERE is_open = 1;
            CREATE TABLE dismissal (
              id TEXT PRIMARY KEY, time INTEGER NOT NULL, body BLOB NOT NULL) STRICT, WITHOUT ROWID;
            CREATE INDEX dismissal_time ON dismissal (time, id);
            """),
        Migration(
            "payments.11",
            // The slot is part of the primary key, so the table must be recreated.
            """
            CREATE TABLE slotted_balance (
              account TEXT NOT NULL, currency TEXT NOT NULL, slot INTEGER NOT NULL, amount INTEGER NOT NULL,
              PRIMARY KEY (account, currency, slot)) STRICT, WITHOUT ROWID;
            INSERT INTO slotted_balance SELECT account, currency, 0, amount FROM balance;
            DROP TABLE balance;
            ALTER TABLE slotted_balance RENAME TO balance;
            """),
        Migration(
            "jobs.1",
            """
            CREATE TABLE job (
              name TEXT PRIMARY KEY, holder TEXT NOT NULL, until INTEGER NOT NULL) STRICT, WITHOUT ROWID;
            """),
    ]
}
