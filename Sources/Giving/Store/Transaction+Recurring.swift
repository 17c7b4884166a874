public import DatabaseKit
import MoneyKit
import PaymentCore

extension Transaction {
    /// Inserts or updates a monthly gift.
    public func save(_ recurring: RecurringGift) throws {
        changed(recurring.id, of: recurring.organization)
        try run(
            """
            INSERT INTO recurring_gift (id, organization, donor, never_began, status, currency, amount, body)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET donor = excluded.donor, never_began = excluded.never_began,
              status = excluded.status, currency = excluded.currency, amount = excluded.amount,
              body = excluded.body
            """,
            [
                recurring.id, recurring.organization, recurring.donor, recurring.neverBegan ? 1 : 0,
                recurring.status.rawValue, recurring.amount.currency.code, recurring.amount.minorUnits,
                document(recurring),
            ])
    }

    /// Returns the monthly gift with this id, or nil.
    public func recurring(_ id: String) throws -> RecurringGift? {
        try first("SELECT body FROM recurring_gift WHERE id = ?", [id])
    }

    /// Returns the monthly gift ids that start with a given prefix, in order.
    public func recurringGifts(beginning prefix: String, limit: Int) throws -> [String] {
        try all(
            "SELECT id FROM recurring_gift WHERE id >= ? AND id < ? ORDER BY id LIMIT ?",
            [prefix, prefix + "~", limit]
        ).map { $0["id"] }
    }

    /// Returns a page of the monthly gifts of one organization or donor, or of all monthly gifts, newest
    /// first.
    ///
    /// - Parameter includingDeclined: Whether to include gifts whose first charge failed
    ///   (``RecurringGift/neverBegan``).
    public func recurringGifts(
        organization: String?, donor: String?, includingDeclined: Bool, after id: String?, limit: Int
    ) throws -> [RecurringGift] {
        var conditions = ["id < ?"]
        if !includingDeclined { conditions.append("never_began = 0") }
        var arguments: StatementValues = [id ?? "~"]
        for case (let column, let wanted?) in [("organization", organization), ("donor", donor)] {
            conditions.append("\(column) = ?")
            arguments += [wanted]
        }
        arguments += [limit]
        return try all(
            """
            SELECT body FROM recurring_gift WHERE \(conditions.joined(separator: " AND "))
            ORDER BY id DESC LIMIT ?
            """, arguments)
    }
}

extension Transaction {
    /// Returns the totals of an organization's monthly gifts, one for each currency and status.
    ///
    /// - Parameter statuses: The statuses to include.
    public func monthlyTotals(ofOrganization organization: String, in statuses: [RecurringGift.Status]) throws
        -> [MonthlyTotal]
    {
        try statuses.flatMap { status in
            try all(
                """
                SELECT currency, CAST(SUM(amount) AS BIGINT) AS amount, COUNT(*) AS gifts FROM recurring_gift
                WHERE organization = ? AND status = ? GROUP BY currency ORDER BY currency
                """, [organization, status.rawValue]
            ).map { row in
                MonthlyTotal(status: status, amount: try row.money(), gifts: row["gifts"])
            }
        }
    }
}

extension Transaction {
    /// Marks the schedules of an organization's monthly gifts, so that their charge days are recomputed in
    /// the organization's new time zone.
    func markMonthlyGifts(ofOrganization id: String) throws {
        var last: String?
        while true {
            let page = try recurringGifts(
                organization: id, donor: nil, includingDeclined: false, after: last, limit: 1000)
            for gift in page where gift.status != .canceled {
                if let schedule = gift.schedule { try markSchedule(schedule) }
            }
            guard page.count == 1000 else { return }
            last = page.last?.id
        }
    }
}
