public import MoneyKit
public import TimeKit

/// A transfer that moves all or part of a payment's held money to the payee.
public struct PaymentRelease: Hashable, Sendable, Codable {
    /// The state of a release.
    public enum State: String, Sendable, Codable, CaseIterable {
        /// The transfer was requested from the processor.
        case transferring
        /// The money is in the payee's account.
        case released
        /// The whole amount was returned to the platform.
        case reversed
        /// The processor refused the transfer. The money is still held and can be released again.
        case failed
    }

    /// The release's id, `rel_…`. The processor stores it in `metadata[release_id]`.
    public var id: String
    /// The payment's id, `pay_…`.
    public var payment: String
    /// The connected account that receives the money.
    public var payee: String
    /// The amount that was requested, before any part of it was reversed.
    public var amount: Money
    /// The last known state of the release.
    public var state: State
    /// The transfer's id, `tr_…`, or nil until the processor has responded.
    public var transfer: String?
    /// The amount that was returned to the platform and is held again, in minor units.
    public var reversedMinor: Int64 = 0
    /// The amount that was reversed to collect the payee's debts, in minor units.
    public var collectedMinor: Int64 = 0
    /// The reason that the release failed; nil if it did not fail.
    public var failure: String?
    /// The time of the request.
    public var created: Timestamp

    /// The amount that can still be reversed, in minor units.
    public var leftMinor: Int64 {
        state == .released ? amount.minorUnits - reversedMinor - collectedMinor : 0
    }
}
