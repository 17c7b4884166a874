import MoneyKit
import Processor
import TimeKit

/// A bank account that a connected account is paid out to.
///
/// Source: Stripe API reference, "External Account Bank Accounts"; documentation, "Testing Connect".
struct BankAccount: StoredNoun {
    static let objectName = "bank_account"
    /// `ba_…`
    var id: String
    var created: Timestamp
    /// Nil while only a token holds it.
    var account: String?
    var country: String
    var currency: Currency
    var holderName: String?
    /// `individual`, `company`
    var holderType: String?
    /// `checking`, `savings`
    var accountType: String?
    var routingNumber: String
    /// The last four digits: they tell what becomes of a payout.
    var last4: String
    /// Payouts in its currency go here.
    var isDefault = false
    /// `new`; `errored` after a payout failed.
    var status = "new"
    var metadata: Metadata = [:]

    var parent: String? { account }
}
