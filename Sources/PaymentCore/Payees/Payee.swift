public import MoneyKit
public import TimeKit

/// A recipient of money: a connected account with its capabilities.
public struct Payee: Hashable, Sendable, Codable {
    /// The progress of the onboarding.
    public enum Onboarding: String, Sendable, Codable, CaseIterable {
        /// The payee has not completed the onboarding forms.
        case notSetUp = "not_set_up"
        /// The processor is verifying the account.
        case pendingVerification = "pending_verification"
        /// Charges, transfers and payouts are enabled.
        case active
        /// The processor needs more information, or has rejected the account.
        case restricted
    }

    /// The account's id, `acct_…`.
    public var id: String
    /// The progress of the onboarding, as last reported by the processor.
    public var onboarding: Onboarding
    /// Whether the account can receive charges and transfers.
    public var takesCharges: Bool
    /// Whether payouts to the account's bank are enabled.
    public var takesPayouts: Bool
}

/// A payout from the account of a payee, or of the platform, to a bank account.
public struct PayeePayout: Hashable, Sendable, Codable {
    /// The state of a payout.
    public enum State: String, Sendable, Codable, CaseIterable {
        case pending, paid, failed, canceled
        case inTransit = "in_transit"
    }

    /// The payout's id, `po_…`.
    public var id: String
    /// The id of the payee's account, `acct_…`, or ``platform``.
    public var payee: String
    /// The amount that is paid out.
    public var amount: Money
    /// The state that the processor last reported.
    public var state: State
    /// The time at which the processor created the payout.
    public var created: Timestamp
    /// The time when the payout is expected at the bank.
    public var arrival: Timestamp
    /// The processor's code for the reason that the payout failed, or nil.
    public var failure: String?

    /// The value of ``payee`` for payouts to the platform's own bank.
    public static let platform = "platform"
    /// The connected account to name in requests about the payout, or nil for the platform.
    var account: String? { payee == Self.platform ? nil : payee }
}
