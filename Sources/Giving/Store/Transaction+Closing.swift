public import DatabaseKit
public import TimeKit

extension Transaction {
    /// Saves a closed month, which must not have been saved before.
    public func save(_ month: ClosedMonth) throws {
        changed("\(month.organization)/\(month.month.iso8601)", of: month.organization)
        try run(
            "INSERT INTO closed_month (organization, month, body) VALUES (?, ?, ?)",
            [month.organization, month.month.iso8601, document(month)])
    }

    /// Returns an organization's earliest closed month that is not before `month`, or nil.
    func closedMonth(of organization: String, from month: CalendarMonth) throws -> ClosedMonth? {
        try first(
            "SELECT body FROM closed_month WHERE organization = ? AND month >= ? ORDER BY month LIMIT 1",
            [organization, month.iso8601])
    }

    /// Returns an organization's closed months, latest first.
    public func closedMonths(of organization: String, limit: Int) throws -> [ClosedMonth] {
        try all(
            "SELECT body FROM closed_month WHERE organization = ? ORDER BY month DESC LIMIT ?",
            [organization, limit])
    }

    /// Returns the number of a month's gifts that are still pending.
    func waitingGiftCount(of organization: String, in month: CalendarMonth) throws -> Int {
        try value(
            """
            SELECT CAST(COUNT(*) AS BIGINT) FROM gift WHERE organization = ?
            AND status IN ('processing', 'requires_action', 'needs_review') AND day >= ? AND day <= ?
            """,
            [organization, month.days.lowerBound.iso8601, month.days.upperBound.iso8601]) ?? 0
    }

    /// Returns the number of the last ledger posting, or 0 if there are no postings.
    func lastPostingNumber() throws -> Int64 {
        try value("SELECT number FROM posting ORDER BY number DESC LIMIT 1") ?? 0
    }

    /// Saves a copy of a gift as it was when the books of a month were closed, unless a copy already
    /// exists.
    public func keep(_ gift: Gift, asClosedIn month: CalendarMonth) throws {
        try run(
            """
            INSERT INTO closed_gift (gift, month, status, body) VALUES (?, ?, ?, ?)
            ON CONFLICT (gift, month) DO NOTHING
            """, [gift.id, month.iso8601, gift.status.rawValue, document(gift)])
    }

    /// Returns the saved copy of a gift as it was when the books of a month were closed, or nil if no copy
    /// was saved.
    public func gift(_ id: String, asClosedIn month: CalendarMonth) throws -> Gift? {
        try first(
            "SELECT body FROM closed_gift WHERE gift = ? AND month = ?", [id, month.iso8601])
    }

    /// Removes a donor's id and name from the saved copies and the late changes of a gift.
    func forgetClosedDonor(ofGift gift: String) throws {
        let copies = try all("SELECT body, month FROM closed_gift WHERE gift = ? LIMIT 100", [gift]) { row in
            (try DocumentCoder.decode(Gift.self, from: row[0]), row[1] as String)
        }
        for (copy, month) in copies {
            var copy = copy
            (copy.donor, copy.giver) = (nil, nil)
            try run(
                "UPDATE closed_gift SET body = ? WHERE gift = ? AND month = ?",
                [document(copy), gift, month])
        }
        let changes: [LateChange] = try all(
            "SELECT body FROM late_change WHERE gift = ? LIMIT 10000", [gift])
        for var change in changes {
            (change.donor, change.donorName) = (nil, "")
            try run(
                "UPDATE late_change SET donor = NULL, body = ? WHERE id = ?",
                [document(change), change.id])
        }
    }

    /// Saves a new late change.
    public func append(_ change: LateChange) throws {
        try run(
            "INSERT INTO late_change (id, organization, gift, donor, body) VALUES (?, ?, ?, ?, ?)",
            [change.id, change.organization, change.gift, change.donor, document(change)])
    }

    /// Returns a page of an organization's late changes, oldest first, for one donor or for all donors.
    public func lateChanges(of organization: String, donor: String?, after id: String?, limit: Int) throws
        -> [LateChange]
    {
        guard let donor else {
            return try all(
                "SELECT body FROM late_change WHERE organization = ? AND id > ? ORDER BY id LIMIT ?",
                [organization, id ?? "", limit])
        }
        return try all(
            """
            SELECT body FROM late_change WHERE organization = ? AND donor = ? AND id > ? ORDER BY id LIMIT ?
            """, [organization, donor, id ?? "", limit])
    }
}
