public import DatabaseKit
public import PaymentCore
public import TimeKit

/// A service that manages the plan subscriptions in one database.
public struct PlanService: Sendable {
    /// The driver that executes the payments.
    public let payments: PaymentDriver
    /// The catalog of plans.
    public let catalogue: PlanCatalogue
    /// The grace period after the end of a paid period, in seconds. A plan remains active during this time if
    /// the charge for the next period has not succeeded yet.
    public let grace: Int64
    let clock: WallClock
    let ids: Identifiers

    /// Creates a service. By default, the grace period is three days.
    public init(
        payments: PaymentDriver, catalogue: PlanCatalogue = .standard, grace: Int64 = 3 * 86_400,
        clock: WallClock, ids: Identifiers
    ) {
        self.payments = payments
        self.catalogue = catalogue
        self.grace = grace
        self.clock = clock
        self.ids = ids
    }

    /// The database that contains the subscriptions and their payments.
    public var database: any TransactionRunner { payments.database }

    /// Returns a subscriber's status as of the last fetch from the processor. An unknown subscriber has the
    /// status of the free plan.
    public func status(of subscriber: String) async throws -> PlanStatus {
        let found = try await database.read { try $0.planSubscriptions(of: subscriber, limit: 1) }.first
        return PlanStatus(of: subscriber, found, at: clock.now(), grace: grace, in: catalogue)
    }

    /// Fetches a subscriber's subscription from the processor, and returns the new status.
    ///
    /// If the processor refuses or does not respond, the status as of the last fetch is returned.
    public func refresh(_ subscriber: String) async throws -> PlanStatus {
        let found = try await database.read { try $0.planSubscriptions(of: subscriber, limit: 1) }
        for subscription in found { _ = try await tolerating { try await read(subscription) } }
        return try await status(of: subscriber)
    }

    /// Finishes a subscriber's open calls, for example after a crash. Then fetches the subscriber's
    /// subscriptions from the processor.
    ///
    /// - Throws: `PaymentError` with code `outcomeUnknown` if the processor does not respond, or
    ///   `processorRefused`.
    public func restore(_ subscriber: String) async throws -> PlanStatus {
        let found = try await database.read { try $0.planSubscriptions(of: subscriber, limit: 100) }
        for subscription in found {
            try await payments.finishCalls(about: subscription.schedule)
            try await read(subscription)
        }
        return try await status(of: subscriber)
    }

    /// Fetches a subscription's schedule from the processor, and records the time of the fetch.
    func read(_ subscription: PlanSubscription) async throws {
        try await payments.refresh(schedule: subscription.schedule)
        try await database.write { transaction in
            var found = try transaction.existing(subscription.id)
            guard try transaction.schedule(found.schedule)?.subscription != nil else { return }
            found.checkedAt = clock.now()
            try transaction.save(found)
        }
    }

    /// Runs a closure. If the closure throws an error because the processor refused a request or did not
    /// respond, the error is ignored.
    ///
    /// - Returns: Whether the closure succeeded. False if an error was ignored.
    func tolerating(_ work: () async throws -> Void) async throws -> Bool {
        try await payments.tolerating(work) == 0
    }
}
