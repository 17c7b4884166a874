import DatabaseKit
public import MoneyKit
import PaymentCore
public import TimeKit

extension PayeeService {
    /// Returns a payee's earnings from completed jobs. The payee's time zone determines when days, weeks and
    /// months begin.
    ///
    /// - Throws: ``PayeeError`` with code `profileNotFound` or `payoutsSetupRequired`.
    public func earnings(of payee: String, in currency: Currency) async throws -> Earnings {
        let now = clock.now()
        return try await database.read { transaction in
            let profile = try admitted(payee, in: transaction)
            func sum(_ period: LocalPeriod) throws -> Money {
                try transaction.earned(
                    by: profile, in: period.moments(at: now, in: profile.calendar), currency)
            }
            return Earnings(
                today: try sum(.today), week: try sum(.thisWeek), month: try sum(.thisMonth),
                last7Days: try sum(.lastDays(7)), last30Days: try sum(.lastDays(30)),
                total: try sum(.allTime))
        }
    }

    /// Returns a payee's earnings in a period, in one currency.
    ///
    /// - Throws: ``PayeeError`` with code `profileNotFound` or `payoutsSetupRequired`.
    public func earned(by payee: String, in period: LocalPeriod, _ currency: Currency) async throws -> Money {
        let now = clock.now()
        return try await database.read { transaction in
            let profile = try admitted(payee, in: transaction)
            return try transaction.earned(
                by: profile, in: period.moments(at: now, in: profile.calendar), currency)
        }
    }

    /// Returns a payee's earnings in each month of a calendar year, which must be in 1...9998.
    ///
    /// - Throws: ``PayeeError`` with code `invalid` if the year is out of range, or `profileNotFound` or
    ///   `payoutsSetupRequired`.
    public func earnings(of payee: String, inYear year: Int, _ currency: Currency) async throws
        -> EarningsYear
    {
        let now = clock.now()
        guard LocalPeriod.year(year) != nil, let january = CalendarDate(year: year, month: 1, day: 1) else {
            throw PayeeError(.invalid, "\(year) is not a valid year")
        }
        return try await database.read { transaction in
            let profile = try admitted(payee, in: transaction)
            let months = try (0..<12).map { number -> EarningsYear.Month in
                let first = january.adding(months: number)
                let moments = profile.calendar.period(first..<first.adding(months: 1))
                return EarningsYear.Month(
                    number: number + 1,
                    jobs: try transaction.earningCount(of: profile.id, in: moments, currency),
                    earned: try transaction.earned(by: profile, in: moments, currency))
            }
            return EarningsYear(
                payee: profile, year: year, months: months,
                total: try Money.sum(months.map(\.earned), in: currency), asOf: now)
        }
    }

    /// Returns the jobs that earned a payee money in a period, newest first.
    ///
    /// - Parameters:
    ///   - payee: The payee's id.
    ///   - period: The period in which the jobs were completed, in the payee's time zone.
    ///   - id: The id of the last entry of the previous page, or nil for the first page.
    ///   - limit: The maximum number of entries, 1 to 100.
    /// - Throws: ``PayeeError`` with code `profileNotFound` or `payoutsSetupRequired`.
    public func history(
        of payee: String, in period: LocalPeriod = .allTime, after id: String? = nil, limit: Int = 50
    ) async throws -> EarningsPage {
        let now = clock.now()
        let limit = max(1, min(limit, 100))
        return try await database.read { transaction in
            let profile = try admitted(payee, in: transaction)
            let found = try transaction.earnings(
                by: profile.id, in: period.moments(at: now, in: profile.calendar), after: id,
                limit: limit + 1)
            let page = found.prefix(limit)
            let statuses = try transaction.payoutStatuses(
                of: page.compactMap { try transaction.payment($0.id) })
            return EarningsPage(
                entries: page.map { EarningEntry($0, statuses[$0.id] ?? .pending) },
                next: found.count > limit ? page.last?.id : nil)
        }
    }
}

extension Transaction {
    fileprivate func earned(
        by profile: PayeeProfile, in moments: Range<Timestamp>, _ currency: Currency
    ) throws -> Money {
        Money(try earnedMinor(by: profile.id, in: moments, currency), currency)
    }
}
