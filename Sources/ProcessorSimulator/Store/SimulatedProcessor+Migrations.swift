public import DatabaseKit

extension SimulatedProcessor {
    /// The migrations that create the tables of the simulator's database.
    ///
    /// Each object is stored as JSON, and is found by the number in its id. The other columns are for lists
    /// and lookups.
    public static let migrations: [Migration] = [
        Migration(
            "processor.1",
            """
            CREATE TABLE counter (last INTEGER NOT NULL) STRICT;
            INSERT INTO counter VALUES (0);

            CREATE TABLE noun (
                number INTEGER PRIMARY KEY, id TEXT NOT NULL, kind TEXT NOT NULL, owner TEXT NOT NULL,
                parent TEXT, created INTEGER NOT NULL, json BLOB NOT NULL
            ) STRICT;
            CREATE INDEX noun_list ON noun (kind, owner, created);
            CREATE INDEX noun_parent ON noun (parent, kind) WHERE parent IS NOT NULL;

            CREATE TABLE metadata (
                key TEXT NOT NULL, value TEXT NOT NULL, created INTEGER NOT NULL, id TEXT NOT NULL,
                PRIMARY KEY (key, value, created, id)
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE event (
                number INTEGER PRIMARY KEY, id TEXT NOT NULL, created INTEGER NOT NULL, type TEXT NOT NULL,
                account TEXT, kind TEXT NOT NULL, json BLOB NOT NULL
            ) STRICT;
            CREATE INDEX event_created ON event (created);

            CREATE TABLE balance (
                account TEXT NOT NULL, currency TEXT NOT NULL, available INTEGER NOT NULL,
                pending INTEGER NOT NULL, PRIMARY KEY (account, currency)
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE settlement (
                day INTEGER NOT NULL, account TEXT NOT NULL, currency TEXT NOT NULL, amount INTEGER NOT NULL,
                PRIMARY KEY (day, account, currency)
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE due (
                at INTEGER NOT NULL, kind INTEGER NOT NULL, subject TEXT NOT NULL,
                PRIMARY KEY (at, kind, subject)
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE key (
                key TEXT NOT NULL PRIMARY KEY, operation TEXT NOT NULL, request BLOB NOT NULL,
                created INTEGER NOT NULL, failed INTEGER NOT NULL, json BLOB NOT NULL
            ) STRICT;
            CREATE INDEX key_created ON key (created);

            CREATE TABLE link (
                token TEXT NOT NULL PRIMARY KEY, account TEXT NOT NULL, expires INTEGER NOT NULL,
                opened INTEGER NOT NULL DEFAULT 0
            ) STRICT, WITHOUT ROWID;
            """),
        Migration(
            "processor.2",
            "CREATE TABLE kept (number INTEGER PRIMARY KEY, json BLOB NOT NULL) STRICT;"),
        Migration(
            "processor.webhooks",
            """
            ALTER TABLE event ADD COLUMN previous BLOB;
            ALTER TABLE event ADD COLUMN request TEXT;
            ALTER TABLE event ADD COLUMN idempotency_key TEXT;

            CREATE TABLE delivery (
                number INTEGER PRIMARY KEY, event TEXT NOT NULL, type TEXT NOT NULL, endpoint TEXT NOT NULL,
                attempts INTEGER NOT NULL DEFAULT 0, next INTEGER, lease INTEGER NOT NULL DEFAULT 0
            ) STRICT;
            CREATE INDEX delivery_next ON delivery (next, number) WHERE next IS NOT NULL;
            CREATE INDEX delivery_lease ON delivery (lease) WHERE lease > 0;
            CREATE INDEX delivery_event ON delivery (event);

            CREATE TABLE attempt (
                number INTEGER PRIMARY KEY, delivery INTEGER NOT NULL, event TEXT NOT NULL, type TEXT NOT NULL,
                endpoint TEXT NOT NULL, url TEXT NOT NULL, attempt INTEGER NOT NULL, at INTEGER NOT NULL,
                status INTEGER, problem TEXT, fault TEXT, milliseconds INTEGER NOT NULL, next INTEGER
            ) STRICT;

            CREATE TABLE fault (
                number INTEGER PRIMARY KEY AUTOINCREMENT, seen INTEGER NOT NULL DEFAULT 0, json BLOB NOT NULL
            ) STRICT;
            """),
        Migration(
            "processor.clocks",
            """
            CREATE TABLE clock (offset INTEGER NOT NULL) STRICT;
            INSERT INTO clock VALUES (0);
            CREATE TABLE clock_due (
                clock TEXT NOT NULL, at INTEGER NOT NULL, kind INTEGER NOT NULL, subject TEXT NOT NULL,
                PRIMARY KEY (clock, at, kind, subject)
            ) STRICT, WITHOUT ROWID;
            """),
        // Each payment wrote its metadata to this table, which was read only by the search of the typed protocol.
        Migration("processor.searches", "DROP TABLE metadata;"),
        // The payments that connected accounts received, and the refunds of those payments, belonged to the platform.
        Migration(
            "processor.accounts",
            """
            UPDATE noun SET owner = moved.destination FROM (
                SELECT transfer.id AS id, CAST(transfer.json AS TEXT) ->> '$.destination' AS destination
                FROM noun AS transfer WHERE transfer.kind = 'transfer'
            ) AS moved
            WHERE noun.parent = moved.id AND noun.kind = 'charge' AND moved.destination IS NOT NULL;
            UPDATE noun SET owner = payment.owner FROM (
                SELECT id, owner FROM noun WHERE kind = 'charge' AND owner != ''
            ) AS payment
            WHERE noun.parent = payment.id AND noun.kind = 'refund';
            CREATE INDEX event_account ON event (account, created) WHERE account IS NOT NULL;
            """),
    ]
}
