public import DatabaseKit
import PaymentCore
import TimeKit

extension Transaction {
    /// Reserves the organization's next receipt position for a year in the newest segment. Positions start at
    /// 1. A position is released only if the transaction is rolled back, so the positions have no gaps.
    public func takeReceiptPosition(organization: String, year: Int) throws -> (segment: Int, position: Int64)
    {
        try one(
            """
            INSERT INTO receipt_series (organization, year, segment, last)
            SELECT ?, ?, coalesce(max(number), 0), 1 FROM receipt_segment WHERE true
            ON CONFLICT (organization, year, segment) DO UPDATE SET last = receipt_series.last + 1
            RETURNING segment, last
            """, [organization, year]
        ) { (segment: $0[0], position: $0[1]) } ?? (0, 1)
    }

    /// Starts a new segment for all organizations. New receipts are then numbered in this segment.
    public func begin(_ segment: ReceiptSegment) throws {
        try run(
            "INSERT INTO receipt_segment (number, cause, begun, backup_made) VALUES (?, ?, ?, ?)",
            [segment.number, segment.cause.rawValue, segment.begun, segment.since])
    }

    /// Returns the segments that were started, in order. The initial segment, with the number 0, is not
    /// included.
    public func receiptSegments() throws -> [ReceiptSegment] {
        try all(
            "SELECT number, cause, begun, backup_made FROM receipt_segment ORDER BY number LIMIT 10000", []
        ) { row in
            ReceiptSegment(
                number: row[0], BooksGap.Cause(rawValue: row[1]) ?? .restored,
                begun: row[2], since: row[3])
        }
    }

    /// Returns a page of receipt series, sorted by organization, year and segment. If `organization` is nil,
    /// the series of all organizations are returned.
    public func receiptSeries(organization: String?, after: ReceiptSeries?, limit: Int) throws
        -> [ReceiptSeries]
    {
        var values: StatementValues = []
        if let organization { values += [organization] }
        values += [after?.organization ?? "", after?.year ?? 0, after?.segment ?? -1, limit]
        return try all(
            """
            SELECT organization, year, segment, last FROM receipt_series
            WHERE \(organization == nil ? "" : "organization = ? AND ")(organization, year, segment) > (?, ?, ?)
            ORDER BY organization, year, segment LIMIT ?
            """, values
        ) { row in
            ReceiptSeries(organization: row[0], year: row[1], segment: row[2], last: row[3])
        }
    }

    /// Saves a new receipt, or the new state of an existing receipt.
    public func save(_ receipt: Receipt) throws {
        try run(
            """
            INSERT INTO receipt (organization, year, segment, position, gift, revision, donor, body)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (organization, year, segment, position) DO UPDATE
              SET donor = excluded.donor, body = excluded.body
            """,
            [
                receipt.number.organization, receipt.number.year, receipt.number.segment,
                receipt.number.position, receipt.gift, receipt.revision, receipt.donor, document(receipt),
            ])
    }

    /// Returns the receipt with this number, or nil.
    public func receipt(_ number: ReceiptNumber) throws -> Receipt? {
        let receipt: Receipt? = try first(
            "SELECT body FROM receipt WHERE organization = ? AND year = ? AND segment = ? AND position = ?",
            [number.organization, number.year, number.segment, number.position])
        return receipt?.number == number ? receipt : nil
    }

    /// Returns a gift's receipts, oldest first.
    public func receipts(ofGift gift: String) throws -> [Receipt] {
        try all("SELECT body FROM receipt WHERE gift = ? ORDER BY revision LIMIT 1000", [gift])
    }

    /// Returns a page of an organization's receipts for a year, sorted by number. The page starts after a
    /// position in the given segment, and can include receipts of later segments.
    public func receipts(organization: String, year: Int, segment: Int = 0, after position: Int64, limit: Int)
        throws -> [Receipt]
    {
        try all(
            """
            SELECT body FROM receipt WHERE organization = ? AND year = ? AND (segment, position) > (?, ?)
            ORDER BY segment, position LIMIT ?
            """, [organization, year, segment, position, limit])
    }

    /// Returns a page of a donor's receipts, sorted by series and number. The page starts after the receipt
    /// with the given number or, if `number` is nil, with the first receipt.
    public func receipts(ofDonor donor: String, after number: ReceiptNumber?, limit: Int) throws -> [Receipt]
    {
        try all(
            """
            SELECT body FROM receipt WHERE donor = ? AND (organization, year, segment, position) > (?, ?, ?, ?)
            ORDER BY organization, year, segment, position LIMIT ?
            """,
            [
                donor, number?.organization ?? "", number?.year ?? 0, number?.segment ?? 0,
                number?.position ?? 0, limit,
            ])
    }

    /// Returns a sentence for each problem with the receipt numbers: a missing number, or a segment that was
    /// never started.
    public func receiptProblems() throws -> [String] {
        let gaps = try all(
            """
            SELECT organization, year, segment, last, COUNT(position) AS kept, MIN(position) AS least,
              MAX(position) AS most
            FROM receipt_series LEFT JOIN receipt USING (organization, year, segment)
            GROUP BY organization, year, segment, last
            HAVING COUNT(position) <> last OR MIN(position) <> 1 OR MAX(position) <> last
            ORDER BY organization, year, segment LIMIT 1000
            """
        ).map { row in
            let (organization, year, segment): (String, Int, Int) = (
                row["organization"], row["year"], row["segment"]
            )
            let (last, kept): (Int64, Int64) = (row["last"], row["kept"])
            let series =
                "the receipts of \(organization) in \(year)" + (segment == 0 ? "" : ", segment R\(segment),")
            let stored = kept == 1 ? "receipt is stored" : "receipts are stored"
            return "\(series) should have the numbers 1 to \(last) without gaps, but "
                + (kept == last ? "some have other numbers" : "\(kept) \(stored)")
        }
        let unknown = try all(
            """
            SELECT DISTINCT segment FROM receipt_series
            WHERE segment <> 0 AND segment NOT IN (SELECT number FROM receipt_segment) ORDER BY segment LIMIT 1000
            """
        ).map { "receipts were issued in segment R\($0["segment"] as Int), which was never started" }
        return gaps + unknown
    }
}
