public import MoneyKit
public import TimeKit

/// A part of what is held of a payment, on its way to the payee or there.
public struct PaymentRelease: Hashable, Sendable, Codable, Identifiable {
    /// How far it is.
    public enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// Decided, and asked of the processor.
        case transferring
        /// On the payee's account.
        case released
        /// All of it came back.
        case reversed
        /// The processor did not do it: the money is still held, and may be released anew.
        case failed
    }

    /// `rel_…`; goes to the processor as `metadata[release_id]`.
    public var id: String
    /// `pay_…`
    public var payment: String
    /// The connected account that gets it.
    public var payee: String
    /// How much.
    public var amount: Money
    /// How far it is.
    public var state: State
    /// `tr_…`, once the processor has answered.
    public var transfer: String?
    /// What came back and is held again, in minor units.
    public var reversedMinor: Int64 = 0
    /// What was taken back for what the payee owes, in minor units.
    public var collectedMinor: Int64 = 0
    /// Why it failed.
    public var failure: String?
    /// When it was decided.
    public var created: Timestamp

    /// What of it can still be taken back, in minor units.
    public var leftMinor: Int64 {
        state == .released ? amount.minorUnits - reversedMinor - collectedMinor : 0
    }
}
