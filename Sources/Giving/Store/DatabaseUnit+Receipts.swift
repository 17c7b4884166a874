// The methods are documented where they are promised, in `ReceiptRecords.swift`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import DatabaseKit
import GRDB

extension DatabaseUnit: ReceiptRecords {
    public func takeReceiptPosition(organization: String, year: Int) throws -> Int64 {
        try value(
            """
            INSERT INTO receipt_series (organization, year, last) VALUES (?, ?, 1)
            ON CONFLICT (organization, year) DO UPDATE SET last = last + 1 RETURNING last
            """, [organization, year]) ?? 1
    }

    public func save(_ receipt: Receipt) throws {
        try run(
            """
            INSERT INTO receipt (organization, year, position, gift, revision, donor, body)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (organization, year, position) DO UPDATE SET donor = excluded.donor, body = excluded.body
            """,
            [
                receipt.number.organization, receipt.number.year, receipt.number.position, receipt.gift,
                receipt.revision, receipt.donor, try document(receipt),
            ])
    }

    public func receipt(_ number: ReceiptNumber) throws -> Receipt? {
        let receipt = try first(
            Receipt.self, "SELECT body FROM receipt WHERE organization = ? AND year = ? AND position = ?",
            [number.organization, number.year, number.position])
        return receipt?.number == number ? receipt : nil
    }

    public func receipts(ofGift gift: String) throws -> [Receipt] {
        try all(Receipt.self, "SELECT body FROM receipt WHERE gift = ? ORDER BY revision LIMIT 1000", [gift])
    }

    public func receipts(organization: String, year: Int, behind position: Int64, limit: Int) throws
        -> [Receipt]
    {
        try all(
            Receipt.self,
            """
            SELECT body FROM receipt WHERE organization = ? AND year = ? AND position > ?
            ORDER BY position LIMIT ?
            """, [organization, year, position, limit])
    }

    public func receipts(ofDonor donor: String, behind number: ReceiptNumber?, limit: Int) throws -> [Receipt]
    {
        try all(
            Receipt.self,
            """
            SELECT body FROM receipt WHERE donor = ? AND (organization, year, position) > (?, ?, ?)
            ORDER BY organization, year, position LIMIT ?
            """,
            [donor, number?.organization ?? "", number?.year ?? 0, number?.position ?? 0, limit])
    }

    public func receiptProblems() throws -> [String] {
        try all(
            """
            SELECT organization, year, last, COUNT(position) AS kept, MIN(position) AS least, MAX(position) AS most
            FROM receipt_series LEFT JOIN receipt USING (organization, year)
            GROUP BY organization, year HAVING kept <> last OR least <> 1 OR most <> last
            ORDER BY organization, year LIMIT 1000
            """
        ).map { row in
            let (organization, year): (String, Int) = (row["organization"], row["year"])
            let (last, kept): (Int64, Int64) = (row["last"], row["kept"])
            return "the receipts of \(organization) in \(year) end with \(last), and \(kept) of them are kept"
        }
    }
}
