import MoneyKit
import Processor
import TimeKit

/// The price of a shipment, which customers choose on Checkout pages.
///
/// Source: Stripe API reference, "Shipping Rates".
struct ShippingRate: StoredObject {
    /// A limit of the time that shipping takes.
    struct Bound: Hashable, Sendable, Codable {
        var unit: String
        var value: Int64
    }

    /// The price in another currency.
    struct Option: Hashable, Sendable, Codable {
        var amount: Int64
        var taxBehavior = "unspecified"
    }

    static let objectName = "shipping_rate"
    /// The id, `shr_…`.
    var id: String
    var created: Timestamp
    var displayName: String
    /// The price, in minor units.
    var amount: Int64
    var currency: Currency
    /// The prices in other currencies, by the code of the currency.
    var options: [String: Option] = [:]
    /// Whether the rate can be used for new purchases.
    var active = true
    var taxBehavior = "unspecified"
    var taxCode: String?
    var fastest: Bound?
    var slowest: Bound?
    var metadata: Metadata = [:]

    /// Returns the price in a currency, or nil if the rate has none.
    func amount(in currency: Currency) -> Int64? {
        currency == self.currency ? amount : options[currency.code]?.amount
    }
}

extension CheckoutSession {
    /// A shipping rate that the customer can choose on the page of a session.
    struct ShippingOption: Hashable, Sendable, Codable {
        /// The id of the shipping rate, `shr_…`.
        var rate: String
        var name: String
        /// The price in the session's currency, in minor units.
        var amount: Int64
    }

    /// The chosen shipping option, or nil if nothing is shipped. The first option is chosen by default.
    var shipping: ShippingOption? {
        guard let options = shippingOptions, options.indices.contains(chosenShipping ?? 0) else { return nil }
        return options[chosenShipping ?? 0]
    }
}
