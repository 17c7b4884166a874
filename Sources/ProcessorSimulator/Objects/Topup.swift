import MoneyKit
import Processor
import TimeKit

/// A transfer of money from a bank account to a Stripe balance.
///
/// Source: Stripe API reference, "Top-ups".
struct Topup: StoredObject {
    enum Status: String, Codable { case pending, succeeded, failed, canceled }

    static let objectName = "topup"
    /// The id, `tu_…`.
    var id: String
    var created: Timestamp
    var status = Status.pending
    /// The amount, in minor units.
    var amount: Int64
    var currency: Currency
    /// The time when the money arrives in the balance.
    var arrival: Timestamp
    /// The last four digits of the bank account, or nil if the request did not specify one.
    var bankLast4: String?
    var balanceTransaction: String?
    var failureCode: String?
    var description: String?
    var statementDescriptor: String?
    var transferGroup: String?
    var metadata: Metadata = [:]
}
