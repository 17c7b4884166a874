public import MoneyKit

/// What an account holds in one currency, in minor units.
///
/// Source: Stripe API reference, "Balance".
public struct Balance: Hashable, Sendable, Codable {
    /// The currency of its amounts.
    public var currency: Currency
    /// May be paid out.
    public var available: Int64
    /// Will be, when the processor has it.
    public var pending: Int64
    /// Both.
    public var total: Int64 { available + pending }

    /// One of these fields.
    public init(currency: Currency, available: Int64, pending: Int64) {
        self.currency = currency
        self.available = available
        self.pending = pending
    }
}
