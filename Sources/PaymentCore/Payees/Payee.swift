public import MoneyKit
public import TimeKit

/// Who gets money: a connected account, and what it may do.
public struct Payee: Hashable, Sendable, Codable, Identifiable {
    /// How far the onboarding is.
    public enum Onboarding: String, Hashable, Sendable, Codable, CaseIterable {
        /// The forms are not filled in.
        case notSetUp = "not_set_up"
        /// The processor is looking at them.
        case pendingVerification = "pending_verification"
        /// Charges, transfers and payouts may be made.
        case active
        /// The processor wants something else first, or refuses.
        case restricted
    }

    /// `acct_…`
    public var id: String
    /// How far the onboarding is.
    public var onboarding: Onboarding
    /// Whether charges may be made for it.
    public var takesCharges: Bool
    /// Whether its bank may be paid.
    public var takesPayouts: Bool

    /// A payee.
    public init(id: String, onboarding: Onboarding, takesCharges: Bool, takesPayouts: Bool) {
        self.id = id
        self.onboarding = onboarding
        self.takesCharges = takesCharges
        self.takesPayouts = takesPayouts
    }
}

/// Money that goes from a payee's account to its bank.
public struct PayeePayout: Hashable, Sendable, Codable, Identifiable {
    /// How far it is.
    public enum State: String, Hashable, Sendable, Codable, CaseIterable {
        case pending, paid, failed, canceled
        case inTransit = "in_transit"
    }

    /// `po_…`
    public var id: String
    /// The payee's account, `acct_…`, or ``platform``.
    public var payee: String
    /// How much.
    public var amount: Money
    /// How far it is.
    public var state: State
    /// When it was made.
    public var created: Timestamp
    /// When the bank has it.
    public var arrival: Timestamp
    /// The bank's reason for sending it back.
    public var failure: String?

    /// The payee of payouts to the platform's own bank.
    public static let platform = "platform"
    /// The account to name in requests to the processor, or nil for the platform.
    var account: String? { payee == Self.platform ? nil : payee }
}
