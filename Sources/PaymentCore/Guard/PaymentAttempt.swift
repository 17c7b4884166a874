public import TimeKit

/// An attempt to pay, as the fraud guard records it.
public struct PaymentAttempt: Hashable, Sendable {
    /// The payment's id, `pay_…`.
    public var payment: String
    /// The connected account that would receive the money, or `platform`.
    public var payee: String
    /// The payer's e-mail address in lower case.
    public var email: String
    /// The network address of the payer's client, or nil if it is unknown.
    public var client: String?
    /// The time at which the payer made the attempt.
    public var time: Timestamp
}

/// The e-mail address, network address or payment for which the fraud guard counts declines.
public enum AttemptOrigin: Hashable, Sendable {
    case email(String)
    case client(String)
    case payment(String)
}
