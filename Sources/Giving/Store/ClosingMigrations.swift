import DatabaseKit
import GRDB
import TimeKit

/// The migrations that add the local day of each gift and the tables for closed months.
enum ClosingMigrations {
    /// The migrations, in order. A released migration never changes.
    static let all = [
        // A gift takes its time zone from its first receipt or, without a receipt, from the organization. It takes
        // the fund's name from the valid receipt.
        Migration("closing.1") { database in
            database.add(function: localDay)
            try database.execute(
                sql: """
                    UPDATE gift SET body = CAST(json_set(CAST(body AS TEXT),
                      '$.timeZone', COALESCE(
                        (SELECT json_extract(CAST(receipt.body AS TEXT), '$.issuer.timeZone') FROM receipt
                          WHERE receipt.gift = gift.id ORDER BY revision LIMIT 1),
                        (SELECT json_extract(CAST(organization.body AS TEXT), '$.timeZone') FROM organization
                          WHERE organization.id = gift.organization), 'UTC'),
                      '$.fundName', COALESCE(
                        (SELECT json_extract(CAST(receipt.body AS TEXT), '$.fundName') FROM receipt
                          WHERE receipt.gift = gift.id ORDER BY revision DESC LIMIT 1),
                        (SELECT json_extract(CAST(fund.body AS TEXT), '$.name') FROM fund
                          WHERE fund.organization = gift.organization AND fund.id = gift.fund), gift.fund)) AS BLOB);

                    ALTER TABLE gift ADD COLUMN day TEXT NOT NULL DEFAULT '';
                    UPDATE gift SET day = local_day(
                      json_extract(CAST(body AS TEXT), '$.timeZone'), json_extract(CAST(body AS TEXT), '$.created'));

                    CREATE TABLE closed_month (
                      organization TEXT NOT NULL, month TEXT NOT NULL, body BLOB NOT NULL,
                      PRIMARY KEY (organization, month)) STRICT, WITHOUT ROWID;
                    CREATE TABLE closed_gift (
                      gift TEXT NOT NULL, month TEXT NOT NULL, status TEXT NOT NULL, body BLOB NOT NULL,
                      PRIMARY KEY (gift, month)) STRICT, WITHOUT ROWID;
                    CREATE TABLE late_change (
                      id TEXT PRIMARY KEY, organization TEXT NOT NULL, gift TEXT NOT NULL, donor TEXT,
                      body BLOB NOT NULL) STRICT, WITHOUT ROWID;
                    CREATE INDEX late_change_organization ON late_change (organization, id);
                    CREATE INDEX late_change_gift ON late_change (gift);
                    CREATE INDEX late_change_donor ON late_change (donor, id) WHERE donor IS NOT NULL;
                    """)
            database.remove(function: localDay)
        },
        // A gift that was recorded after its month was closed was listed under the day of its booking.
        Migration("closing.2") { database in
            try database.execute(
                sql: """
                    UPDATE closed_gift SET body = CAST(json_set(CAST(body AS TEXT),
                      '$.knownOn', json_extract(CAST(body AS TEXT), '$.bookedOn')) AS BLOB)
                    WHERE json_extract(CAST(body AS TEXT), '$.bookedOn')
                      = (SELECT day FROM gift WHERE gift.id = closed_gift.gift);
                    UPDATE gift SET body = CAST(json_set(CAST(body AS TEXT), '$.knownOn', day) AS BLOB)
                    WHERE json_extract(CAST(body AS TEXT), '$.bookedOn') = day;
                    -- Such a gift is a line of the month in which it became known, so it is no late change.
                    DELETE FROM late_change
                    WHERE json_extract(CAST(body AS TEXT), '$.kind') = 'payment' AND gift IN
                      (SELECT id FROM gift WHERE json_extract(CAST(body AS TEXT), '$.knownOn') IS NOT NULL);
                    """)
        },
    ]

    /// An SQL function that converts a time to a day in a given time zone.
    private static let localDay = DatabaseFunction("local_day", argumentCount: 2, pure: true) { values in
        guard let zone = String.fromDatabaseValue(values[0]),
            let seconds = Int64.fromDatabaseValue(values[1])
        else { return "" }
        return (LocalCalendar(timeZone: zone) ?? .utc).date(of: Timestamp(seconds: seconds)).iso8601
    }
}
