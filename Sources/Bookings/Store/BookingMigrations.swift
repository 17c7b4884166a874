public import DatabaseKit
import Payees
import PaymentCore

/// The migrations for the tables of bookings, payees and payments.
public enum BookingMigrations {
    /// All migrations for a database that contains bookings, in order.
    public static let all = PaymentMigrations.all + PayeeMigrations.own + own

    /// The migrations for the booking tables, in order, followed by the payee migrations that depend on them.
    /// A released migration never changes.
    public static let own = tables + PayeeMigrations.later

    private static let tables = [
        Migration(
            "bookings.1",
            """
            CREATE TABLE booking_profile (id TEXT PRIMARY KEY, body BLOB NOT NULL) STRICT, WITHOUT ROWID;
            CREATE TABLE booking_quote (id TEXT PRIMARY KEY, body BLOB NOT NULL) STRICT, WITHOUT ROWID;
            CREATE TABLE booking_job (
              id TEXT PRIMARY KEY, payment TEXT NOT NULL UNIQUE, payee TEXT NOT NULL, currency TEXT NOT NULL,
              completed INTEGER, earned INTEGER NOT NULL, due INTEGER, body BLOB NOT NULL)
              STRICT, WITHOUT ROWID;
            CREATE INDEX booking_job_payee ON booking_job (payee, id);
            CREATE INDEX booking_job_earned ON booking_job (payee, completed, id, currency, earned)
              WHERE completed IS NOT NULL;
            CREATE INDEX booking_job_due ON booking_job (due) WHERE due IS NOT NULL;
            """),
        // Profiles and earnings were moved to the tables of payees.
        Migration(
            "bookings.2",
            """
            INSERT INTO payee_profile SELECT id, body FROM booking_profile;
            INSERT INTO payee_earning (payment, job, payee, address, currency, earned, completed)
              SELECT payment, id, payee,
                coalesce(nullif(trim(body ->> '$.request.address'), ''), 'Unknown'), currency, earned, completed
              FROM booking_job WHERE completed IS NOT NULL;
            DROP TABLE booking_profile;
            DROP INDEX booking_job_earned;
            ALTER TABLE booking_job DROP COLUMN currency;
            ALTER TABLE booking_job DROP COLUMN completed;
            ALTER TABLE booking_job DROP COLUMN earned;
            """),
    ]
}
