public import DatabaseKit
public import MoneyKit
public import PaymentCore
public import TimeKit

/// Gifts, monthly gifts and what belongs to them, over one place of transactions.
public struct GivingService: Sendable {
    /// The money path that the gifts take.
    public let payments: PaymentDriver
    let clock: WallClock
    let ids: Identifiers
    let processing: FeeRate

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - payments: The driver that makes the calls to the processor. Its policy must be a ``GivingPolicy``.
    ///   - clock: The clock.
    ///   - ids: The source of new ids.
    ///   - processing: The processor's fee for a charge, which the organization pays, or the donor who covers it.
    public init(payments: PaymentDriver, clock: WallClock, ids: Identifiers, processing: FeeRate) {
        self.payments = payments
        self.clock = clock
        self.ids = ids
        self.processing = processing
    }

    /// Where transactions are done.
    public var database: any TransactionRunner { payments.database }

    /// The moment it is.
    public var now: Timestamp { clock.now() }

    func rule(of organization: Organization) -> FeeRule {
        FeeRule(processing: processing, platform: organization.platformFee)
    }
}
