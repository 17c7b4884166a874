public import DatabaseKit
public import MoneyKit
public import TimeKit

extension Transaction {
    /// Returns whether a posting with this kind and reference exists.
    public func isPosted(_ kind: Posting.Kind, _ reference: String) throws -> Bool {
        try isAny("SELECT 1 FROM posting WHERE kind = ? AND reference = ?", [kind.rawValue, reference])
    }

    /// Records a posting. If a posting with this kind and reference exists, does nothing and returns false.
    @discardableResult public func post(_ posting: Posting, at time: Timestamp) throws -> Bool {
        // A conflict would use up a number, but postings must be numbered without gaps.
        let isKnown = try isAny(
            "SELECT 1 FROM posting WHERE kind = ? AND reference = ?",
            [posting.kind.rawValue, posting.reference])
        guard !isKnown else { return false }
        let number = try inserted(
            "INSERT INTO posting (kind, reference, payment, time) VALUES (?, ?, ?, ?)",
            [posting.kind.rawValue, posting.reference, posting.payment, time], number: "number")
        guard let number else { return false }
        guard !posting.entries.isEmpty else { return true }
        var entries: StatementValues = []
        for (position, entry) in posting.entries.enumerated() {
            entries += [
                number, position, entry.account.rawValue, entry.amount.currency.code, entry.amount.minorUnits,
            ]
        }
        try run(
            """
            INSERT INTO entry (posting, position, account, currency, amount)
            VALUES \(Self.rows(of: 5, count: posting.entries.count))
            """, entries)
        try addToBalances(posting.changes())
        return true
    }

    /// Adds amounts to the balances of accounts.
    ///
    /// Each combination of account and currency must occur only once, because PostgreSQL updates a row at
    /// most once in a statement. The changes are sorted, so that all transactions lock the rows in the same
    /// order.
    private func addToBalances(_ changes: [LedgerEntry]) throws {
        let slot = self.slot
        var values: StatementValues = []
        for change in changes {
            values += [change.account.rawValue, change.amount.currency.code, slot, change.amount.minorUnits]
        }
        try run(
            """
            INSERT INTO balance (account, currency, slot, amount) VALUES \(Self.rows(of: 4, count: changes.count))
            ON CONFLICT (account, currency, slot) DO UPDATE SET amount = balance.amount + excluded.amount
            """, values)
    }

    /// Returns the SQL placeholders for `count` rows with `columns` values each.
    private static func rows(of columns: Int, count: Int) -> String {
        let row = Array(repeating: "?", count: columns).joined(separator: ", ")
        return Array(repeating: "(\(row))", count: count).joined(separator: ", ")
    }

    /// Returns an account's balance in a currency, in minor units.
    public func balance(of account: LedgerAccount, in currency: Currency) throws -> Int64 {
        try value(
            "SELECT CAST(SUM(amount) AS BIGINT) FROM balance WHERE account = ? AND currency = ?",
            [account.rawValue, currency.code]) ?? 0
    }

    /// Returns the balances of the accounts whose names start with `prefix`, sorted by name. An empty prefix
    /// selects all accounts.
    public func balances(prefix: String) throws -> [LedgerEntry] {
        try all(
            """
            SELECT account, currency, CAST(SUM(amount) AS BIGINT) AS amount FROM balance
            WHERE account >= ? AND account < ? GROUP BY account, currency ORDER BY account, currency
            """, [prefix, prefix + "\u{10FFFF}"]
        ).map(LedgerEntry.init(row:))
    }

    /// Returns postings in ledger order, starting after the posting with this number.
    public func postings(after number: Int64, limit: Int) throws -> [BookedPosting] {
        try booked(all("SELECT * FROM posting WHERE number > ? ORDER BY number LIMIT ?", [number, limit]))
    }

    /// Returns the posting with this kind and reference, or nil.
    public func posting(_ kind: Posting.Kind, _ reference: String) throws -> BookedPosting? {
        try booked(
            all("SELECT * FROM posting WHERE kind = ? AND reference = ?", [kind.rawValue, reference])
        ).first
    }

    /// Returns a payment's postings in ledger order.
    public func postings(ofPayment payment: String, limit: Int) throws -> [BookedPosting] {
        try booked(all("SELECT * FROM posting WHERE payment = ? ORDER BY number LIMIT ?", [payment, limit]))
    }

    /// Returns the postings that changed a payee's money or debt during a period, in ledger order, starting
    /// after the posting with the given number.
    public func postings(
        ofPayee payee: String, in period: Range<Timestamp>, after number: Int64, limit: Int
    ) throws -> [BookedPosting] {
        try booked(
            all(
                """
                SELECT * FROM posting WHERE number > ? AND time >= ? AND time < ? AND EXISTS (
                  SELECT 1 FROM entry WHERE posting = posting.number AND account IN (?, ?, ?, ?))
                ORDER BY number LIMIT ?
                """,
                [
                    number, period.lowerBound, period.upperBound,
                    LedgerAccount.payee(payee).rawValue, LedgerAccount.bank(payee).rawValue,
                    LedgerAccount.receivable(payee).rawValue, LedgerAccount.outside(payee).rawValue, limit,
                ]))
    }

    /// Returns the postings that change a payee's receivable account, in ledger order, starting after the
    /// posting with this number.
    func debts(ofPayee payee: String, after number: Int64, limit: Int) throws -> [BookedPosting] {
        // The bounds are the same as those of the partial index.
        try booked(
            all(
                """
                SELECT * FROM posting WHERE number IN (
                  SELECT posting FROM entry WHERE account = ? AND posting > ?
                  AND account >= 'receivable:' AND account < 'receivable;' ORDER BY posting LIMIT ?)
                ORDER BY number
                """, [LedgerAccount.receivable(payee).rawValue, number, limit]))
    }

    private func booked(_ rows: [StatementRow]) throws -> [BookedPosting] {
        try rows.map { row in
            let entries = try all(
                "SELECT account, currency, amount FROM entry WHERE posting = ? ORDER BY position",
                [row["number"] as Int64])
            return BookedPosting(
                number: row["number"], time: row["time"],
                posting: try Posting(row: row, entries: entries.map(LedgerEntry.init(row:))))
        }
    }
}

extension LedgerEntry {
    init(row: StatementRow) throws {
        self.init(LedgerAccount(rawValue: row["account"]), try row.money())
    }
}

extension Posting {
    init(row: StatementRow, entries: [LedgerEntry]) throws {
        let name: String = row["kind"]
        guard let kind = Kind(rawValue: name) else { throw LedgerError.unknownKind(name) }
        try self.init(kind, row["reference"], payment: row["payment"], entries)
    }
}

extension Posting {
    /// Returns the net change of each account: for each currency, the sum of the account's entries. The
    /// result is sorted by account and currency.
    func changes() throws -> [LedgerEntry] {
        let sorted = entries.sorted {
            ($0.account.rawValue, $0.amount.currency.code) < ($1.account.rawValue, $1.amount.currency.code)
        }
        var changes: [LedgerEntry] = []
        for entry in sorted {
            guard let last = changes.last, last.account == entry.account,
                last.amount.currency == entry.amount.currency
            else {
                changes.append(entry)
                continue
            }
            changes[changes.count - 1].amount = try last.amount.adding(entry.amount)
        }
        return changes
    }
}
