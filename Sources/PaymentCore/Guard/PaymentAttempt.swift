public import TimeKit

/// One try to pay.
public struct PaymentAttempt: Hashable, Sendable {
    /// `pay_…`
    public var payment: String
    /// The connected account that would get it.
    public var payee: String
    /// In lower case.
    public var email: String
    /// The address of the network, where there is one.
    public var client: String?
    /// When.
    public var time: Timestamp
}

/// Whose tries are counted.
public enum AttemptOrigin: Hashable, Sendable {
    case email(String)
    case client(String)
    case payment(String)
}
