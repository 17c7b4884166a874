public import DatabaseKit
public import MoneyKit
import PaymentCore
public import TimeKit

extension Transaction {
    /// Returns the profile with this id.
    ///
    /// - Throws: ``PayeeError`` with code `profileNotFound`.
    public func existingPayee(_ id: String) throws -> PayeeProfile {
        guard let profile = try payeeProfile(id) else {
            throw PayeeError(.profileNotFound, String(id.prefix(40)))
        }
        return profile
    }

    /// Saves a new profile, or the new state of an existing profile.
    public func save(_ profile: PayeeProfile) throws {
        changed(profile.id, of: profile.org)
        try run(
            """
            INSERT INTO payee_profile (id, org, account, body) VALUES (?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET org = excluded.org, account = excluded.account, body = excluded.body
            """, [profile.id, profile.org, profile.account, document(profile)])
    }

    /// Returns the profile with this id, or nil.
    public func payeeProfile(_ id: String) throws -> PayeeProfile? {
        try first("SELECT body FROM payee_profile WHERE id = ?", [id])
    }

    /// Returns a page of profiles, newest first, starting after the profile with the given id. If `org` is
    /// nil, the page includes the payees of all organizations.
    public func payeeProfiles(of org: String?, after id: String?, limit: Int) throws -> [PayeeProfile] {
        guard let org else {
            return try all(
                "SELECT body FROM payee_profile WHERE id < ? ORDER BY id DESC LIMIT ?",
                [id ?? "~", limit])
        }
        return try all(
            "SELECT body FROM payee_profile WHERE org = ? AND id < ? ORDER BY id DESC LIMIT ?",
            [org, id ?? "~", limit])
    }

    /// Returns the account ids of an organization's payees. The result includes accounts that are not
    /// completely set up.
    public func payeeAccounts(of org: String) throws -> [String] {
        try all(
            "SELECT account FROM payee_profile WHERE org = ? AND account IS NOT NULL ORDER BY account", [org]
        ) { $0[0] }
    }

    /// Saves an earning. If the earning already exists, only its amount is updated.
    public func save(_ earning: Earning) throws {
        try run(
            """
            INSERT INTO payee_earning (payment, job, payee, address, currency, earned, completed)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (payment) DO UPDATE SET earned = excluded.earned
            """,
            [
                earning.id, earning.job, earning.payee, earning.address, earning.amount.currency.code,
                earning.amount.minorUnits, earning.completed,
            ])
    }

    /// Returns the number of jobs for which a payee has earned money.
    public func earningCount(of payee: String) throws -> Int {
        try value("SELECT count(*) FROM payee_earning WHERE payee = ? AND earned > 0", [payee]) ?? 0
    }

    /// Returns a payee's earnings from jobs that were completed in a period, in minor units.
    public func earnedMinor(by payee: String, in period: Range<Timestamp>, _ currency: Currency) throws
        -> Int64
    {
        try value(
            """
            SELECT CAST(coalesce(sum(earned), 0) AS BIGINT) FROM payee_earning
            WHERE payee = ? AND completed >= ? AND completed < ? AND currency = ?
            """, [payee, period.lowerBound.seconds, period.upperBound.seconds, currency.code]) ?? 0
    }

    /// Returns the number of completed jobs that earned a payee money in a period, in one currency.
    public func earningCount(of payee: String, in period: Range<Timestamp>, _ currency: Currency) throws
        -> Int
    {
        try value(
            """
            SELECT count(*) FROM payee_earning
            WHERE payee = ? AND completed >= ? AND completed < ? AND currency = ? AND earned > 0
            """, [payee, period.lowerBound.seconds, period.upperBound.seconds, currency.code]) ?? 0
    }

    /// Returns a page of a payee's earnings in a period, newest first, starting after the earning with a
    /// given id.
    public func earnings(by payee: String, in period: Range<Timestamp>, after id: String?, limit: Int)
        throws -> [Earning]
    {
        let last: Int64? = try id.flatMap {
            try value("SELECT completed FROM payee_earning WHERE payment = ?", [$0])
        }
        return try all(
            """
            SELECT payment, job, address, currency, earned, completed FROM payee_earning
            WHERE payee = ? AND completed >= ? AND completed < ? AND earned > 0
              AND (completed, payment) < (?, ?)
            ORDER BY completed DESC, payment DESC LIMIT ?
            """,
            [
                payee, period.lowerBound, period.upperBound,
                last ?? Int64.max, last == nil ? "~" : id, limit,
            ]
        ).map { row in
            Earning(
                id: row["payment"], job: row["job"], payee: payee, address: row["address"],
                amount: try row.money("earned"),
                completed: row["completed"])
        }
    }
}
