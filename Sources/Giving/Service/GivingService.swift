public import DatabaseKit
public import MoneyKit
public import PaymentCore
public import TimeKit

/// A service for all gifts, including monthly gifts, in one database.
public struct GivingService: Sendable {
    /// The driver that makes the calls to the processor.
    public let payments: PaymentDriver
    let clock: WallClock
    let ids: Identifiers
    let processing: FeeRate

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - payments: The driver that makes the calls to the processor. The driver must use a ``GivingPolicy``
    ///     as its policy for gifts.
    ///   - clock: The source of the current time.
    ///   - ids: The source of new ids.
    ///   - processing: The processor's fee for a charge. The organization pays this fee, unless the donor
    ///     covers it.
    public init(payments: PaymentDriver, clock: WallClock, ids: Identifiers, processing: FeeRate) {
        self.payments = payments
        self.clock = clock
        self.ids = ids
        self.processing = processing
    }

    /// The database in which transactions run.
    public var database: any TransactionRunner { payments.database }

    /// The current time, according to the service's clock.
    public var now: Timestamp { clock.now() }

    func rule(of organization: Organization) -> FeeRule {
        FeeRule(processing: processing, platform: organization.platformFee)
    }
}
