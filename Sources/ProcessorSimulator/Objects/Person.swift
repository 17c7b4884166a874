import Processor
import TextKit
import TimeKit

/// A person of a connected account, such as the representative of a company.
///
/// Source: Stripe API reference, "Persons".
struct Person: StoredObject {
    static let objectName = "person"
    /// Whether persons belong to the platform, like the other details of its accounts.
    static let isOfPlatform = true
    /// The id, `person_…`.
    var id: String
    var created: Timestamp
    var account: String
    /// The submitted details, with Stripe's field names. The identification numbers are masked by
    /// ``PersonRules/masked(_:)``.
    var details: JSONTree = [:]
    var metadata: Metadata = [:]
    /// Whether the person is the individual in the account's own details. Such a person is never saved.
    var isIndividual = false

    var parent: String? { account }
}
