import MoneyKit
import Processor
import TimeKit

/// A price for shipping, which customers can choose on Checkout pages.
///
/// Source: Stripe API reference, "Shipping Rates".
struct ShippingRate: StoredObject {
    /// The minimum or the maximum estimated delivery time.
    struct Bound: Hashable, Codable {
        var unit: String
        var value: Int64
    }

    /// The price in another currency, and whether it includes tax.
    struct Option: Hashable, Codable {
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
    /// The prices in other currencies, by currency code.
    var options: [String: Option] = [:]
    /// Whether the rate can be used for new purchases.
    var active = true
    var taxBehavior = "unspecified"
    var taxCode: String?
    var fastest: Bound?
    var slowest: Bound?
    var metadata: Metadata = [:]

    /// Returns the price in a currency, in minor units. Returns nil if the rate has no price in that
    /// currency.
    func amount(in currency: Currency) -> Int64? {
        currency == self.currency ? amount : options[currency.code]?.amount
    }
}

extension CheckoutSession {
    /// A shipping rate that customers can choose on the page of a Checkout session.
    struct ShippingOption: Hashable, Codable {
        /// The id of the shipping rate, `shr_…`.
        var rate: String
        var name: String
        /// The price in the session's currency, in minor units.
        var amount: Int64
    }

    /// The chosen shipping option, or nil if nothing is shipped. Until the customer chooses, it is the first
    /// option.
    var shipping: ShippingOption? {
        guard let options = shippingOptions, options.indices.contains(chosenShipping ?? 0) else { return nil }
        return options[chosenShipping ?? 0]
    }
}
