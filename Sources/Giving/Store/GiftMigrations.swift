public import DatabaseKit
import Foundation
import GRDB
import PaymentCore
import TimeKit

/// The migrations for the tables of gifts, monthly gifts, taps and requests.
enum GiftMigrations {
    /// The migrations, in order. A released migration never changes.
    static let all = [
        Migration(
            "gifts.1",
            """
            CREATE TABLE gift (
              id TEXT PRIMARY KEY, organization TEXT NOT NULL, fund TEXT NOT NULL, donor TEXT, recurring TEXT,
              payment TEXT, status TEXT NOT NULL, body BLOB NOT NULL) STRICT;
            CREATE INDEX gift_organization ON gift (organization, id);
            CREATE INDEX gift_fund ON gift (organization, fund, id);
            CREATE INDEX gift_status ON gift (status, id);
            CREATE INDEX gift_organization_status ON gift (organization, status, id);
            CREATE INDEX gift_donor ON gift (donor, id) WHERE donor IS NOT NULL;
            CREATE INDEX gift_recurring ON gift (recurring, id) WHERE recurring IS NOT NULL;
            CREATE UNIQUE INDEX gift_payment ON gift (payment) WHERE payment IS NOT NULL;

            CREATE TABLE fund_total (
              organization TEXT NOT NULL, fund TEXT NOT NULL, currency TEXT NOT NULL, amount INTEGER NOT NULL,
              gifts INTEGER NOT NULL, PRIMARY KEY (organization, fund, currency)) STRICT, WITHOUT ROWID;
            CREATE TABLE gift_count (
              organization TEXT NOT NULL, status TEXT NOT NULL, gifts INTEGER NOT NULL,
              PRIMARY KEY (organization, status)) STRICT, WITHOUT ROWID;

            CREATE TABLE recurring_gift (
              id TEXT PRIMARY KEY, organization TEXT NOT NULL, donor TEXT, body BLOB NOT NULL) STRICT;
            CREATE INDEX recurring_gift_organization ON recurring_gift (organization, id);
            CREATE INDEX recurring_gift_donor ON recurring_gift (donor, id) WHERE donor IS NOT NULL;

            CREATE TABLE tap (
              id TEXT PRIMARY KEY, organization TEXT, uid TEXT, counter INTEGER, body BLOB NOT NULL) STRICT;
            CREATE INDEX tap_organization ON tap (organization, id);
            CREATE INDEX tap_uid ON tap (uid, counter) WHERE uid IS NOT NULL;

            CREATE TABLE answered_request (
              key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, subject TEXT NOT NULL,
              time INTEGER NOT NULL) STRICT, WITHOUT ROWID;
            CREATE INDEX answered_request_time ON answered_request (time);
            CREATE INDEX answered_request_subject ON answered_request (subject);
            CREATE TABLE notice (id TEXT PRIMARY KEY, body BLOB NOT NULL) STRICT;
            """),
        Migration("gifts.2") { database in
            try database.execute(
                sql: """
                    CREATE TABLE fund_day (
                      organization TEXT NOT NULL, day TEXT NOT NULL, fund TEXT NOT NULL, currency TEXT NOT NULL,
                      amount INTEGER NOT NULL, gifts INTEGER NOT NULL,
                      PRIMARY KEY (organization, day, fund, currency)) STRICT, WITHOUT ROWID;
                    """)
            try FundDays.fill(database)
        },
        // The details that a donor entered move from the donor record to each of the donor's gifts.
        Migration(
            "gifts.3",
            """
            UPDATE gift SET body = CAST(json_set(CAST(gift.body AS TEXT), '$.giver',
                json_remove(CAST(donor.body AS TEXT), '$.created', '$.id')) AS BLOB)
              FROM donor WHERE donor.id = gift.donor;
            UPDATE recurring_gift SET body = CAST(json_set(CAST(recurring_gift.body AS TEXT), '$.giver',
                json_remove(CAST(donor.body AS TEXT), '$.created', '$.id')) AS BLOB)
              FROM donor WHERE donor.id = recurring_gift.donor;

            ALTER TABLE donor_total ADD COLUMN name TEXT NOT NULL DEFAULT '';
            ALTER TABLE donor_total ADD COLUMN phone TEXT;
            UPDATE donor_total SET name = json_extract(CAST(donor.body AS TEXT), '$.name'),
                phone = json_extract(CAST(donor.body AS TEXT), '$.phone')
              FROM donor WHERE donor.id = donor_total.donor;

            ALTER TABLE donor_word RENAME TO donor_word_before;
            DROP INDEX donor_word_donor;
            CREATE TABLE donor_word (
              organization TEXT NOT NULL, word TEXT NOT NULL, donor TEXT NOT NULL,
              PRIMARY KEY (organization, word, donor)) STRICT, WITHOUT ROWID;
            CREATE INDEX donor_word_donor ON donor_word (donor);
            INSERT INTO donor_word (organization, word, donor)
              SELECT DISTINCT gift.organization, word, gift.donor
              FROM donor_word_before JOIN gift ON gift.donor = donor_word_before.donor;
            DROP TABLE donor_word_before;

            UPDATE donor SET body = CAST(json_remove(CAST(body AS TEXT), '$.name', '$.phone') AS BLOB);
            """),
        Migration(
            "gifts.4",
            """
            INSERT INTO outbox (id, waiting, body)
              SELECT id, 1, CAST(json_set(CAST(body AS TEXT), '$.recipient', 'payer', '$.data', json('{}'),
                '$.title', CASE json_extract(CAST(body AS TEXT), '$.kind')
                  WHEN 'receipt' THEN 'Receipt' WHEN 'refund' THEN 'Receipt replaced' ELSE 'Monthly gift declined' END,
                '$.body', 'About ' || json_extract(CAST(body AS TEXT), '$.subject') || '.') AS BLOB)
              FROM notice;
            DROP TABLE notice;
            """),
        Migration(
            "recurring.1",
            """
            ALTER TABLE recurring_gift ADD COLUMN never_began INTEGER NOT NULL DEFAULT 0;
            UPDATE recurring_gift SET never_began = 1
              WHERE json_extract(CAST(body AS TEXT), '$.status') = 'canceled'
                AND json_extract(CAST(body AS TEXT), '$.paidPeriods') = 0
                AND json_extract(CAST(body AS TEXT), '$.failureCode') IS NOT NULL;
            """),
        // In a database from before the outbox, the notices are added to it after its rows were given a kind.
        Migration(
            "gifts.5",
            """
            UPDATE outbox SET kind = json_extract(CAST(body AS TEXT), '$.kind') WHERE waiting = 1 AND kind = '';
            """),
        // Anyone can create taps, so their rows are small. Earlier taps keep their documents in `body`.
        Migration("gifts.6") { database in
            try database.execute(
                sql: """
                    DROP INDEX tap_organization;
                    DROP INDEX tap_uid;
                    ALTER TABLE tap RENAME TO tap_before;
                    CREATE TABLE tap_place (
                      place INTEGER PRIMARY KEY, organization TEXT, body BLOB NOT NULL UNIQUE) STRICT;
                    CREATE INDEX tap_place_organization ON tap_place (organization);
                    CREATE TABLE tap (
                      moment INTEGER PRIMARY KEY, number INTEGER, place INTEGER NOT NULL, flags INTEGER NOT NULL,
                      mirror BLOB, url TEXT, body BLOB) STRICT;
                    INSERT INTO tap_place (organization, body)
                      SELECT DISTINCT organization, CAST(CASE WHEN organization IS NULL THEN '{}'
                        ELSE json_object('organization', organization) END AS BLOB) FROM tap_before;
                    """)
            try EarlierTaps.move(database)
            try database.execute(
                sql: """
                    DROP TABLE tap_before;
                    CREATE INDEX tap_by_place ON tap (place, moment);
                    """)
        },
        Migration(
            "gifts.7",
            """
            ALTER TABLE tap ADD COLUMN id TEXT;
            UPDATE tap SET id = json_extract(CAST(body AS TEXT), '$.id') WHERE number IS NULL;
            CREATE INDEX tap_id ON tap (id) WHERE id IS NOT NULL;
            """),
        Migration(
            "gifts.8",
            // The slot is part of each primary key, so the tables must be recreated.
            """
            CREATE TABLE slotted_count (
              organization TEXT NOT NULL, status TEXT NOT NULL, slot INTEGER NOT NULL, gifts INTEGER NOT NULL,
              PRIMARY KEY (organization, status, slot)) STRICT, WITHOUT ROWID;
            INSERT INTO slotted_count SELECT organization, status, 0, gifts FROM gift_count;
            DROP TABLE gift_count;
            ALTER TABLE slotted_count RENAME TO gift_count;
            CREATE TABLE slotted_total (
              organization TEXT NOT NULL, fund TEXT NOT NULL, currency TEXT NOT NULL, slot INTEGER NOT NULL,
              amount INTEGER NOT NULL, gifts INTEGER NOT NULL,
              PRIMARY KEY (organization, fund, currency, slot)) STRICT, WITHOUT ROWID;
            INSERT INTO slotted_total SELECT organization, fund, currency, 0, amount, gifts FROM fund_total;
            DROP TABLE fund_total;
            ALTER TABLE slotted_total RENAME TO fund_total;
            CREATE TABLE slotted_day (
              organization TEXT NOT NULL, day TEXT NOT NULL, fund TEXT NOT NULL, currency TEXT NOT NULL,
              slot INTEGER NOT NULL, amount INTEGER NOT NULL, gifts INTEGER NOT NULL,
              PRIMARY KEY (organization, day, fund, currency, slot)) STRICT, WITHOUT ROWID;
            INSERT INTO slotted_day SELECT organization, day, fund, currency, 0, amount, gifts FROM fund_day;
            DROP TABLE fund_day;
            ALTER TABLE slotted_day RENAME TO fund_day;
            """),
        Migration(
            "recurring.2",
            // The sums of monthly gifts are read from the index.
            """
            ALTER TABLE recurring_gift ADD COLUMN status TEXT NOT NULL DEFAULT '';
            ALTER TABLE recurring_gift ADD COLUMN currency TEXT NOT NULL DEFAULT '';
            ALTER TABLE recurring_gift ADD COLUMN amount INTEGER NOT NULL DEFAULT 0;
            UPDATE recurring_gift SET
              status = COALESCE(json_extract(CAST(body AS TEXT), '$.status'), ''),
              currency = COALESCE(json_extract(CAST(body AS TEXT), '$.amount.currency'), ''),
              amount = COALESCE(json_extract(CAST(body AS TEXT), '$.amount.amount_minor'), 0);
            CREATE INDEX recurring_gift_status ON recurring_gift (organization, status, currency, amount);
            """),
    ]
}

/// A migration that computes the daily totals for gifts that were made before daily totals were introduced.
private enum FundDays {
    static func fill(_ database: Database) throws {
        let gifts = try Row.fetchCursor(
            database,
            sql: """
                SELECT gift.organization, fund, json_extract(CAST(gift.body AS TEXT), '$.amount.currency') AS currency,
                  json_extract(CAST(gift.body AS TEXT), '$.countedMinor') AS minor,
                  json_extract(CAST(gift.body AS TEXT), '$.paidAt') AS paid,
                  json_extract(CAST(organization.body AS TEXT), '$.timeZone') AS zone
                FROM gift JOIN organization ON organization.id = gift.organization WHERE paid IS NOT NULL AND minor > 0
                """)
        while let gift = try gifts.next() {
            let calendar = LocalCalendar(timeZone: gift["zone"]) ?? .utc
            let day = calendar.date(of: Timestamp(seconds: gift["paid"]))
            try database.execute(
                sql: """
                    INSERT INTO fund_day (organization, day, fund, currency, amount, gifts) VALUES (?, ?, ?, ?, ?, 1)
                    ON CONFLICT (organization, day, fund, currency)
                    DO UPDATE SET amount = amount + excluded.amount, gifts = gifts + 1
                    """,
                arguments: [
                    gift["organization"] as String, day.iso8601, gift["fund"] as String,
                    gift["currency"] as String, gift["minor"] as Int64,
                ])
        }
    }
}

/// A migration that copies taps from the table in which an earlier version of the program stored them.
private enum EarlierTaps {
    static func move(_ database: Database) throws {
        let taps = try Row.fetchCursor(
            database,
            sql: """
                SELECT tap_before.id AS id, place, tap_before.body AS body, tap_before.id IN (
                  SELECT json_extract(CAST(body AS TEXT), '$.tap') AS tap FROM gift WHERE tap IS NOT NULL) AS led
                FROM tap_before JOIN tap_place ON tap_place.organization IS tap_before.organization
                ORDER BY tap_before.id
                """)
        while let tap = try taps.next() {
            let id: String = tap["id"]
            try database.execute(
                sql: "INSERT INTO tap (moment, number, place, flags, body) VALUES (?, ?, ?, ?, ?)",
                arguments: [
                    TimedRows.taps.newKey(for: id, in: database), TimedRows.taps.number(of: id),
                    tap["place"] as Int64, tap["led"] as Bool ? 16 : 0, tap["body"] as Data,
                ])
        }
    }
}

/// All migrations for a giving database, including those for payments, organizations and donors.
public enum GivingMigrations {
    /// The migrations in the order in which they are applied.
    public static let all =
        PaymentMigrations.all + DirectoryMigrations.all + DonorMigrations.all + GiftMigrations.all
        + ReceiptMigrations.all + SignInMigrations.all + ClosingMigrations.all
        + DonorAddressMigrations.all + DonorNoteMigrations.all
}
