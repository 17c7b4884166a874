import TimeKit

/// An attempt to pay, as the fraud guard records it.
struct PaymentAttempt: Hashable {
    /// The payment's id, `pay_…`.
    var payment: String
    /// The connected account that would receive the money, or `platform`.
    var payee: String
    /// The payer's e-mail address in lower case.
    var email: String
    /// The network address of the payer's client, or nil if it is unknown.
    var client: String?
    /// The time at which the payer made the attempt.
    var time: Timestamp
}

/// The e-mail address, network address or payment for which the fraud guard counts declines.
enum AttemptOrigin: Hashable {
    case email(String)
    case client(String)
    case payment(String)
}
