public import DatabaseKit
import Foundation
import GRDB
import TextKit

/// The schema migrations of the registry's tables.
public enum RegistryMigrations {
    /// The migrations in order. A released migration never changes.
    public static let all = [
        Migration(
            "registry.1",
            """
            CREATE TABLE batch (name TEXT PRIMARY KEY COLLATE NOCASE, body BLOB NOT NULL) STRICT, WITHOUT ROWID;
            CREATE TABLE batch_row (
              batch TEXT NOT NULL COLLATE NOCASE REFERENCES batch, number INTEGER NOT NULL,
              seat TEXT NOT NULL COLLATE NOCASE, state TEXT NOT NULL, uid TEXT, tag_id TEXT,
              body BLOB NOT NULL, PRIMARY KEY (batch, number)) STRICT, WITHOUT ROWID;
            CREATE UNIQUE INDEX batch_row_seat ON batch_row (batch, seat);
            CREATE INDEX batch_row_seat_anywhere ON batch_row (seat, batch, number);
            CREATE INDEX batch_row_state ON batch_row (batch, state, number);
            CREATE UNIQUE INDEX batch_row_uid ON batch_row (uid) WHERE uid IS NOT NULL;
            CREATE UNIQUE INDEX batch_row_tag_id ON batch_row (tag_id) WHERE tag_id IS NOT NULL;

            CREATE TABLE registered_tag (
              uid TEXT PRIMARY KEY, batch TEXT COLLATE NOCASE, row INTEGER, body BLOB NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE UNIQUE INDEX registered_tag_place ON registered_tag (batch, row) WHERE batch IS NOT NULL;
            CREATE INDEX registered_tag_batch ON registered_tag (batch, uid) WHERE batch IS NOT NULL;

            CREATE TABLE tag_journal (
              sequence INTEGER PRIMARY KEY AUTOINCREMENT, batch TEXT COLLATE NOCASE, row INTEGER, uid TEXT,
              kind TEXT NOT NULL, body BLOB NOT NULL) STRICT;
            CREATE INDEX tag_journal_uid ON tag_journal (uid, sequence) WHERE uid IS NOT NULL;
            CREATE INDEX tag_journal_row ON tag_journal (batch, row, sequence) WHERE batch IS NOT NULL;
            CREATE INDEX tag_journal_kind ON tag_journal (batch, kind, sequence) WHERE batch IS NOT NULL;

            CREATE TABLE seen_tap (
              sequence INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, uid TEXT, tag_id TEXT,
              body BLOB NOT NULL) STRICT;
            CREATE INDEX seen_tap_uid ON seen_tap (uid, sequence) WHERE uid IS NOT NULL;
            CREATE INDEX seen_tap_tag_id ON seen_tap (tag_id, sequence) WHERE tag_id IS NOT NULL;
            CREATE TABLE tap_counter (
              uid TEXT NOT NULL, evidence TEXT NOT NULL, counter INTEGER NOT NULL,
              PRIMARY KEY (uid, evidence)) STRICT, WITHOUT ROWID;

            CREATE TABLE managed_destination (
              id TEXT PRIMARY KEY, batch TEXT COLLATE NOCASE, body BLOB NOT NULL) STRICT, WITHOUT ROWID;
            CREATE INDEX managed_destination_batch ON managed_destination (batch, id) WHERE batch IS NOT NULL;
            """),
        Migration(
            "registry.2",
            """
            CREATE TABLE audit_walk (number INTEGER PRIMARY KEY, scope BLOB NOT NULL, body BLOB NOT NULL) STRICT;
            CREATE INDEX audit_walk_scope ON audit_walk (scope, number);
            CREATE TABLE audit_sighting (
              walk INTEGER NOT NULL REFERENCES audit_walk, number INTEGER NOT NULL, body BLOB NOT NULL,
              PRIMARY KEY (walk, number)) STRICT, WITHOUT ROWID;
            """),
        // Existing names are unique in the whole registry. They are kept unchanged, as names of the server's operator.
        Migration(
            "registry.3",
            """
            ALTER TABLE batch ADD COLUMN organization TEXT NOT NULL DEFAULT '' COLLATE NOCASE;
            ALTER TABLE batch ADD COLUMN short_name TEXT NOT NULL DEFAULT '' COLLATE NOCASE;
            UPDATE batch SET short_name = name;
            CREATE UNIQUE INDEX batch_short_name ON batch (short_name, organization);
            ALTER TABLE batch_row ADD COLUMN organization TEXT COLLATE NOCASE;
            UPDATE batch_row SET organization = json_extract(CAST(body AS TEXT), '$.org');
            CREATE INDEX batch_row_organization ON batch_row (batch, organization)
              WHERE organization IS NOT NULL;
            """),
        // Anyone can create taps, so their rows are small. Earlier taps keep their documents in `body`.
        Migration("registry.4") { database in
            try database.execute(
                sql: """
                    DROP INDEX seen_tap_uid;
                    DROP INDEX seen_tap_tag_id;
                    ALTER TABLE seen_tap RENAME TO seen_tap_before;
                    CREATE TABLE seen_tap (
                      moment INTEGER PRIMARY KEY, number INTEGER, is_replay INTEGER NOT NULL, uid BLOB,
                      counter INTEGER, tag_id TEXT, body BLOB) STRICT;
                    """)
            try EarlierSeenTaps.move(database)
            try database.execute(
                sql: """
                    DROP TABLE seen_tap_before;
                    CREATE INDEX seen_tap_uid ON seen_tap (uid, counter) WHERE uid IS NOT NULL;
                    CREATE INDEX seen_tap_tag_id ON seen_tap (substr(tag_id, -4)) WHERE tag_id IS NOT NULL;
                    """)
        },
        Migration(
            "registry.5",
            """
            ALTER TABLE seen_tap ADD COLUMN id TEXT;
            UPDATE seen_tap SET id = json_extract(CAST(body AS TEXT), '$.id') WHERE number IS NULL;
            CREATE INDEX seen_tap_id ON seen_tap (id) WHERE id IS NOT NULL;
            """),
    ]
}

/// The migration that moves taps from the table of earlier versions to the current one. The `counter` column
/// stays empty, because `tap_counter` contains the highest counter of each chip.
private enum EarlierSeenTaps {
    static func move(_ database: Database) throws {
        let taps = try Row.fetchCursor(
            database, sql: "SELECT id, uid, tag_id, body FROM seen_tap_before ORDER BY sequence")
        while let tap = try taps.next() {
            let id: String = tap["id"]
            try database.execute(
                sql: """
                    INSERT INTO seen_tap (moment, number, is_replay, uid, tag_id, body)
                      VALUES (?, ?, 0, ?, ?, ?)
                    """,
                arguments: [
                    TimedRows.seenTaps.newKey(for: id, in: database), TimedRows.seenTaps.number(of: id),
                    (tap["uid"] as String?).flatMap { Hex.bytes(of: $0) }.map { Data($0) },
                    tap["tag_id"] as String?, tap["body"] as Data,
                ])
        }
    }
}
