import Processor
import TimeKit

/// A recurring price in its older form. It is never stored.
///
/// Source: Stripe API reference, "Plans".
struct Plan: StoredObject {
    static let objectName = "plan"
    var price: Price

    /// The id by which events find the previous version. Callers see the id of the price.
    var id: String { "plan." + price.id.replacing("_", with: ".") }
    var created: Timestamp { price.created }
}
