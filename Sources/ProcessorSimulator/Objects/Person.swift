import Processor
import TextKit
import TimeKit

/// A person associated with a connected account, such as the representative of a company.
///
/// Source: Stripe API reference, "Persons".
struct Person: StoredObject {
    static let objectName = "person"
    static let isOfPlatform = true
    /// The id, `person_…`.
    var id: String
    var created: Timestamp
    var account: String
    /// The submitted details, with Stripe's field names. Identification numbers are masked; see
    /// ``PersonRules/masked(_:)``.
    var details: JSONTree = [:]
    var metadata: Metadata = [:]
    /// Whether the person comes from the account's `individual` parameter. Such a person is not saved as a
    /// separate object.
    var isIndividual = false

    var parent: String? { account }
}
