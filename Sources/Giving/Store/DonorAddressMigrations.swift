import DatabaseKit
import GRDB

/// The migration that normalizes donors' e-mail addresses. Domains are stored in ASCII.
enum DonorAddressMigrations {
    /// The migrations, in order. They run after the migrations for gifts, receipts and closed months, whose
    /// tables refer to donors. A released migration never changes.
    static let all = [
        Migration("donors.3") { database in
            try database.execute(
                sql: """
                    CREATE TABLE donor_merged (donor TEXT PRIMARY KEY, kept TEXT NOT NULL) STRICT, WITHOUT ROWID;
                    CREATE INDEX donor_merged_kept ON donor_merged (kept);
                    """)
            let donors = try Row.fetchAll(
                database,
                sql: """
                    SELECT id, email, json_extract(CAST(body AS TEXT), '$.email') AS typed FROM donor ORDER BY id
                    """)
            for donor in donors {
                let (id, before): (String, String) = (donor["id"], donor["email"])
                guard let key = EmailAddress(donor["typed"])?.key, key != before else { continue }
                try normalize(id, to: key, in: database)
            }
        }
    ]

    /// Sets a donor's normalized address. If another donor already has this address, merges the newer donor
    /// into the older donor.
    private static func normalize(_ id: String, to key: String, in database: Database) throws {
        let other = try String.fetchOne(
            database, sql: "SELECT id FROM donor WHERE email = ? AND id <> ?", arguments: [key, id])
        guard let other else {
            return try database.execute(sql: "UPDATE donor SET email = ? WHERE id = ?", arguments: [key, id])
        }
        if other < id { return try merge(id, into: other, in: database) }
        try merge(other, into: id, in: database)
        try database.execute(sql: "UPDATE donor SET email = ? WHERE id = ?", arguments: [key, id])
    }

    private static func merge(_ donor: String, into kept: String, in database: Database) throws {
        for table in ["gift", "recurring_gift", "receipt", "late_change"] {
            try database.execute(
                sql: """
                    UPDATE \(table) SET donor = ?1, body = CAST(json_set(CAST(body AS TEXT), '$.donor', ?1) AS BLOB)
                    WHERE donor = ?2
                    """, arguments: [kept, donor])
        }
        for table in ["sign_in_link", "donor_session"] {
            try database.execute(
                sql: "UPDATE \(table) SET donor = ? WHERE donor = ?", arguments: [kept, donor])
        }
        try database.execute(
            sql: """
                INSERT INTO donor_word (organization, word, donor)
                SELECT organization, word, ? FROM donor_word WHERE donor = ? ON CONFLICT DO NOTHING
                """, arguments: [kept, donor])
        try database.execute(
            sql: """
                INSERT INTO donor_total (donor, organization, currency, amount, gifts, last, name, phone)
                SELECT ?, organization, currency, amount, gifts, last, name, phone FROM donor_total WHERE donor = ?
                ON CONFLICT (donor, organization, currency) DO UPDATE SET
                  amount = donor_total.amount + excluded.amount, gifts = donor_total.gifts + excluded.gifts,
                  last = CASE WHEN excluded.last < donor_total.last THEN donor_total.last ELSE excluded.last END,
                  name = CASE WHEN excluded.last < donor_total.last THEN donor_total.name ELSE excluded.name END,
                  phone = CASE WHEN excluded.last < donor_total.last THEN donor_total.phone ELSE excluded.phone END
                """, arguments: [kept, donor])
        for table in ["donor_word", "donor_total"] {
            try database.execute(sql: "DELETE FROM \(table) WHERE donor = ?", arguments: [donor])
        }
        try database.execute(sql: "DELETE FROM donor WHERE id = ?", arguments: [donor])
        try database.execute(
            sql: "UPDATE donor_merged SET kept = ? WHERE kept = ?", arguments: [kept, donor])
        try database.execute(
            sql: "INSERT INTO donor_merged (donor, kept) VALUES (?, ?)", arguments: [donor, kept])
    }
}
