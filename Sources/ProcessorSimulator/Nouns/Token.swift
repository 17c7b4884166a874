import Processor
import TimeKit

/// A card or bank account under a name that may be used once.
///
/// Source: Stripe API reference, "Tokens".
struct Token: StoredNoun {
    static let objectName = "token"
    /// `tok_…`, `btok_…` for a bank account.
    var id: String
    var created: Timestamp
    /// The test card that it stands for.
    var card: PaymentMethod.Create?
    /// The bank account that it stands for; it is kept once the token is used.
    var bankAccount: BankAccount?
    var used = false
}
