public import MoneyKit
import PaymentCore
public import TimeKit

/// A page of what a payee has earned.
public struct EarningsPage: Hashable, Sendable {
    /// The newest first.
    public let entries: [EarningEntry]
    /// The job behind which the list goes on; nil where it ends.
    public let next: String?
}

extension BookingService {
    /// What a payee has earned with completed jobs, by its own clock.
    ///
    /// - Throws: ``BookingError`` with code `profileNotFound`; `payoutsSetupRequired`.
    public func earnings(of profile: String, in currency: Currency) async throws -> Earnings {
        let now = clock.now()
        return try await units.read { unit in
            let profile = try unit.existingProfile(profile)
            try checkSetup(of: profile, in: unit)
            func sum(_ period: LocalPeriod) throws -> Money {
                let moments = period.moments(at: now, in: profile.calendar)
                return Money(try unit.earnedMinor(by: profile.id, in: moments, currency), currency)
            }
            return Earnings(
                today: try sum(.today), week: try sum(.thisWeek), month: try sum(.thisMonth),
                last7Days: try sum(.lastDays(7)), last30Days: try sum(.lastDays(30)),
                total: try sum(.allTime))
        }
    }

    /// What a payee has earned in one period.
    ///
    /// - Throws: ``BookingError`` with code `profileNotFound`; `payoutsSetupRequired`.
    public func earned(by profile: String, in period: LocalPeriod, _ currency: Currency) async throws
        -> Money
    {
        let now = clock.now()
        return try await units.read { unit in
            let profile = try unit.existingProfile(profile)
            try checkSetup(of: profile, in: unit)
            let moments = period.moments(at: now, in: profile.calendar)
            return Money(try unit.earnedMinor(by: profile.id, in: moments, currency), currency)
        }
    }

    /// The completed jobs of a period with which a payee has earned something, the newest first.
    ///
    /// - Parameters:
    ///   - job: The page begins behind this one.
    ///   - limit: 1 to 100.
    /// - Throws: ``BookingError`` with code `profileNotFound`; `payoutsSetupRequired`.
    public func history(
        of profile: String, in period: LocalPeriod = .allTime, behind job: String? = nil, limit: Int = 50
    ) async throws -> EarningsPage {
        let now = clock.now()
        let limit = max(1, min(limit, 100))
        return try await units.read { unit in
            let profile = try unit.existingProfile(profile)
            try checkSetup(of: profile, in: unit)
            let found = try unit.earnings(
                by: profile.id, in: period.moments(at: now, in: profile.calendar), behind: job,
                limit: limit + 1)
            let jobs = Array(found.prefix(limit))
            let statuses = try payoutStatuses(of: jobs, in: unit)
            return EarningsPage(
                entries: jobs.compactMap { job in
                    job.completedAt.map {
                        EarningEntry(job, completed: $0, statuses[job.payment] ?? .pending)
                    }
                },
                next: found.count > limit ? jobs.last?.id : nil)
        }
    }
}
