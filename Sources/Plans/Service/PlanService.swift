public import DatabaseKit
public import PaymentCore
public import TimeKit

/// Plans and their subscriptions, over one place of transactions.
public struct PlanService: Sendable {
    /// The money path that the charges take.
    public let payments: PaymentDriver
    /// What there is to buy.
    public let catalogue: PlanCatalogue
    /// For how many seconds a plan is given after what is paid, while a charge is tried again.
    public let grace: Int64
    let clock: WallClock
    let ids: Identifiers

    /// A service on these parts.
    ///
    /// - Parameter grace: In seconds; three days where nothing is said.
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

    /// Where transactions are done.
    public var database: any TransactionRunner { payments.database }

    /// What somebody has now, as the processor was last heard of. Who is not known has Free.
    public func status(of subscriber: String) async throws -> PlanStatus {
        let found = try await database.read { try $0.planSubscriptions(of: subscriber, limit: 1) }.first
        return PlanStatus(of: subscriber, found, at: clock.now(), grace: grace, in: catalogue)
    }

    /// Reads what the processor has of somebody's subscription now.
    ///
    /// Where it does not answer, or refuses, the status is the last one that was read, and its `age` grows.
    public func refresh(_ subscriber: String) async throws -> PlanStatus {
        let found = try await database.read { try $0.planSubscriptions(of: subscriber, limit: 1) }
        for subscription in found { _ = try await tolerating { try await read(subscription) } }
        return try await status(of: subscriber)
    }

    /// Reads all that the processor has of somebody, and ends what a crash has left: they have what they have paid.
    ///
    /// - Throws: `PaymentError` with code `outcomeUnknown` where the processor does not answer.
    public func restore(_ subscriber: String) async throws -> PlanStatus {
        let found = try await database.read { try $0.planSubscriptions(of: subscriber, limit: 100) }
        for subscription in found {
            try await payments.finishCalls(about: subscription.schedule)
            try await read(subscription)
        }
        return try await status(of: subscriber)
    }

    /// Reads a subscription's schedule at the processor, and notes when.
    func read(_ subscription: PlanSubscription) async throws {
        try await payments.refresh(schedule: subscription.schedule)
        try await database.write { transaction in
            var found = try transaction.existing(subscription.id)
            guard try transaction.schedule(found.schedule)?.subscription != nil else { return }
            found.checkedAt = clock.now()
            try transaction.save(found)
        }
    }

    /// Does something; silence and refusals of the processor are no errors.
    ///
    /// - Returns: Whether it was done.
    func tolerating(_ work: () async throws -> Void) async throws -> Bool {
        do {
            try await work()
            return true
        } catch let error as PaymentError
            where error.code == .outcomeUnknown || error.code == .processorRefused
        {
            return false
        }
    }
}
