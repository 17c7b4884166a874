public import DatabaseKit
import MoneyKit
import PaymentCore
public import TimeKit

extension Transaction {
    /// Saves a new or changed gift.
    public func save(_ gift: Gift) throws { try save(gift, replacing: self.gift(gift.id)) }

    /// Saves a gift whose stored version the caller has already read.
    ///
    /// - Parameter before: The stored version of the gift, or nil if the gift is new.
    public func save(_ gift: Gift, replacing before: Gift?) throws {
        changed(gift.id, of: gift.organization)
        let body = try cachedDocument(gift)
        if let before, gift.hasSameKeys(as: before) {
            // SQLite rewrites the index of each column that is set, even if the value is the same.
            try run(
                "UPDATE gift SET status = ?, body = ? WHERE id = ?", [gift.status.rawValue, body, gift.id])
        } else {
            try run(
                """
                INSERT INTO gift (id, organization, fund, donor, recurring, payment, status, day, body)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET fund = excluded.fund, donor = excluded.donor,
                  payment = excluded.payment, status = excluded.status, body = excluded.body
                """,
                [
                    gift.id, gift.organization, gift.fund, gift.donor, gift.recurring, gift.payment,
                    gift.status.rawValue, gift.listedOn.iso8601, body,
                ])
        }
        if before == nil {
            try keepWords(of: gift)
            try gift.tap.map(keepTap)
        }
        var changes: [(status: String, gifts: Int)] = []
        let refused = (gift.countsAsRefused ? 1 : 0) - (before?.countsAsRefused == true ? 1 : 0)
        if refused != 0 { changes.append((Self.refused, refused)) }
        if gift.status != before?.status {
            if let before { changes.append((before.status.rawValue, -1)) }
            changes.append((gift.status.rawValue, 1))
        }
        try count(changes, of: gift.organization)
    }

    /// The name under which refused gifts are counted. They are also counted under their status, `failed`.
    private static var refused: String { "refused" }

    private func count(_ changes: [(status: String, gifts: Int)], of organization: String) throws {
        guard !changes.isEmpty else { return }
        let slot = self.slot
        var values: StatementValues = []
        // Sorted so that transactions lock rows in the same order.
        for change in changes.sorted(by: { $0.status < $1.status }) {
            values += [organization, change.status, slot, change.gifts]
        }
        let rows = Array(repeating: "(?, ?, ?, ?)", count: changes.count).joined(separator: ", ")
        try run(
            """
            INSERT INTO gift_count (organization, status, slot, gifts) VALUES \(rows)
            ON CONFLICT (organization, status, slot) DO UPDATE SET gifts = gift_count.gifts + excluded.gifts
            """, values)
    }

    /// Makes this transaction conflict with any concurrent transaction that changes how many of the
    /// organization's gifts have the status `processing`. One of the two transactions then runs again. Does
    /// nothing on SQLite, which runs one transaction at a time.
    func touchGiftCounts(of organization: String) throws {
        guard let slots else { return }
        for slot in 0..<slots {
            try run(
                """
                INSERT INTO gift_count (organization, status, slot, gifts) VALUES (?, ?, ?, 0)
                ON CONFLICT (organization, status, slot) DO UPDATE SET gifts = gift_count.gifts
                """, [organization, Gift.Status.processing.rawValue, slot])
        }
    }

    /// Returns the gift with this id, or nil.
    public func gift(_ id: String) throws -> Gift? {
        try firstCached("SELECT body FROM gift WHERE id = ?", [id])
    }

    /// Returns the gift ids that start with a given prefix, in order.
    public func gifts(beginning prefix: String, limit: Int) throws -> [String] {
        try all(
            "SELECT id FROM gift WHERE id >= ? AND id < ? ORDER BY id LIMIT ?", [prefix, prefix + "~", limit]
        ).map { $0["id"] }
    }

    /// Returns the gift with this payment, or nil.
    public func gift(payment: String) throws -> Gift? {
        try first("SELECT body FROM gift WHERE payment = ?", [payment])
    }

    /// Returns the gifts with these payments, in no particular order.
    func gifts(payments: [String]) throws -> [Gift] {
        var gifts: [Gift] = []
        // A statement has a limited number of values.
        for start in stride(from: 0, to: payments.count, by: 512) {
            guard let list = StatementList(payments[start..<min(start + 512, payments.count)]) else {
                continue
            }
            gifts += try all(
                "SELECT body FROM gift WHERE payment IN (\(list.placeholders))", list.values)
        }
        return gifts
    }

    /// Returns a page of gifts, newest first.
    public func gifts(_ query: GiftQuery) throws -> [Gift] {
        // Ids begin with the second in which the gift was made, so times are bounds of ids.
        var last = query.after ?? "~"
        if let until = query.until { last = min(last, Identifiers.first("gift", at: until)) }
        // No time zone differs from UTC by more than 14 hours, so these bounds include the day in any time zone.
        if let day = query.untilDay {
            last = min(last, Identifiers.first("gift", at: day.startOfDay.adding(seconds: 38 * 3_600)))
        }
        var conditions = ["gift.id < ?"]
        var arguments: StatementValues = [last]
        if let since = query.since {
            conditions.append("gift.id >= ?")
            arguments += [Identifiers.first("gift", at: since)]
        }
        if let day = query.sinceDay {
            conditions += ["gift.id >= ?", "gift.day >= ?"]
            arguments += [
                Identifiers.first("gift", at: day.startOfDay.adding(seconds: -14 * 3_600)), day.iso8601,
            ]
        }
        if let day = query.untilDay {
            conditions.append("gift.day <= ?")
            arguments += [day.iso8601]
        }
        if let donors = query.donors {
            guard let list = StatementList(donors) else { return [] }
            conditions.append("gift.donor IN (\(list.placeholders))")
            arguments += list.values
        }
        // For a few donors, the index of donors is faster. The concatenation prevents the use of the organization's
        // index.
        let organization = query.donors == nil ? "gift.organization" : "gift.organization || ''"
        let status = query.isAsClosed ? "COALESCE(closed_gift.status, gift.status)" : "gift.status"
        let columns = [
            (organization, query.organization), ("gift.fund", query.fund), ("gift.donor", query.donor),
            ("gift.recurring", query.recurring), (status, query.status?.rawValue),
        ]
        for case (let column, let wanted?) in columns {
            conditions.append("\(column) = ?")
            arguments += [wanted]
        }
        arguments += [query.limit]
        let from =
            query.isAsClosed
            ? """
            COALESCE(closed_gift.body, gift.body) FROM gift LEFT JOIN closed_gift
              ON closed_gift.gift = gift.id AND closed_gift.month = substr(gift.day, 1, 7)
            """ : "gift.body FROM gift"
        return try all(
            "SELECT \(from) WHERE \(conditions.joined(separator: " AND ")) ORDER BY gift.id DESC LIMIT ?",
            arguments)
    }

    /// Returns an organization's oldest gift, or nil.
    public func firstGift(of organization: String) throws -> Gift? {
        try first(
            "SELECT body FROM gift WHERE organization = ? ORDER BY id LIMIT 1", [organization])
    }

    /// Adds an amount to a fund's total.
    ///
    /// - Parameters:
    ///   - minor: The change in minor units of `currency`; negative for a refund.
    ///   - gifts: The change in the number of gifts.
    func addToTotal(
        ofFund fund: String, organization: String, currency: Currency, minor: Int64, gifts: Int
    ) throws {
        try run(
            """
            INSERT INTO fund_total (organization, fund, currency, slot, amount, gifts) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (organization, fund, currency, slot)
            DO UPDATE SET amount = fund_total.amount + excluded.amount, gifts = fund_total.gifts + excluded.gifts
            """, [organization, fund, currency.code, slot, minor, gifts])
    }

    /// Returns the totals of an organization's funds, one for each fund and currency.
    public func fundTotals(ofOrganization organization: String) throws -> [FundTotal] {
        try all(
            """
            SELECT fund, currency, CAST(SUM(amount) AS BIGINT) AS amount, CAST(SUM(gifts) AS BIGINT) AS gifts
            FROM fund_total WHERE organization = ? GROUP BY fund, currency ORDER BY fund, currency
            """, [organization]
        ).map(FundTotal.init(row:))
    }

    /// Adds an amount to a fund's total for a day. The sum over all days is the fund's total.
    ///
    /// - Parameters:
    ///   - day: The day on which the change counts. This is the day of the gift (``Gift/day``) or, for a
    ///     later change to a gift of a closed month, the current day.
    ///   - minor: The change in minor units of `currency`.
    ///   - gifts: The change in the number of gifts.
    func addToDay(
        _ day: CalendarDate, ofFund fund: String, organization: String, currency: Currency, minor: Int64,
        gifts: Int
    ) throws {
        try run(
            """
            INSERT INTO fund_day (organization, day, fund, currency, slot, amount, gifts)
            VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (organization, day, fund, currency, slot)
            DO UPDATE SET amount = fund_day.amount + excluded.amount, gifts = fund_day.gifts + excluded.gifts
            """, [organization, day.iso8601, fund, currency.code, slot, minor, gifts])
    }

    /// Returns the totals of an organization's funds over a range of days, one for each fund and currency.
    /// For the day on which a gift counts, see ``addToDay(_:ofFund:organization:currency:minor:gifts:)``.
    public func fundTotals(ofOrganization organization: String, on days: ClosedRange<CalendarDate>) throws
        -> [FundTotal]
    {
        try all(
            """
            SELECT fund, currency, CAST(SUM(amount) AS BIGINT) AS amount, CAST(SUM(gifts) AS BIGINT) AS gifts
            FROM fund_day
            WHERE organization = ? AND day BETWEEN ? AND ? GROUP BY fund, currency ORDER BY fund, currency
            """, [organization, days.lowerBound.iso8601, days.upperBound.iso8601]
        ).map(FundTotal.init(row:))
    }

    /// Returns the number of gifts in each status, for one organization or for all organizations. A status
    /// without gifts is omitted.
    public func giftCounts(ofOrganization organization: String?) throws -> [Gift.Status: Int] {
        let rows =
            try organization.map {
                try all(
                    """
                    SELECT status, CAST(SUM(gifts) AS BIGINT) AS gifts FROM gift_count WHERE organization = ?
                    GROUP BY status
                    """, [$0])
            } ?? all("SELECT status, CAST(SUM(gifts) AS BIGINT) AS gifts FROM gift_count GROUP BY status")
        var counts: [Gift.Status: Int] = [:]
        for row in rows {
            let gifts: Int = row["gifts"]
            if gifts > 0, let status = Gift.Status(rawValue: row["status"]) { counts[status] = gifts }
        }
        return counts
    }

    /// Returns the number of failed gifts whose charge was refused for a reason that the payer cannot
    /// resolve, such as an unknown payment method. Gifts whose card was declined are not counted.
    ///
    /// - Parameter organization: The organization's id, or nil to count the gifts to all organizations.
    public func refusedGiftCount(ofOrganization organization: String?) throws -> Int {
        try value(
            """
            SELECT CAST(SUM(gifts) AS BIGINT) FROM gift_count
            WHERE status = ?1 AND (CAST(?2 AS TEXT) IS NULL OR organization = ?2)
            """, [Self.refused, organization]) ?? 0
    }
}

extension Gift {
    /// Returns whether two versions of a gift have the same values in the indexed columns that can change.
    /// The status is not compared.
    fileprivate func hasSameKeys(as other: Gift) -> Bool {
        fund == other.fund && donor == other.donor && payment == other.payment
    }

    fileprivate var countsAsRefused: Bool { status == .failed && isRefused == true }
}

extension FundTotal {
    fileprivate init(row: StatementRow) throws {
        self.init(fund: row["fund"], amount: try row.money(), gifts: row["gifts"])
    }
}
