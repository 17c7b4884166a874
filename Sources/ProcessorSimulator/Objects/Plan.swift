import Processor
import TimeKit

/// A recurring price in the format of the older Plans API. It is never stored.
///
/// Source: Stripe API reference, "Plans".
struct Plan: StoredObject {
    static let objectName = "plan"
    var price: Price

    /// An internal id for finding the previous version of the plan when an event is created. API clients see
    /// the price's id instead.
    var id: String { "plan." + price.id.replacing("_", with: ".") }
    var created: Timestamp { price.created }
}
