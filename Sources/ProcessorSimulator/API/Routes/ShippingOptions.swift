import MoneyKit
import Processor
import TextKit

/// Functions that parse the shipping options of a Checkout session or a payment link.
///
/// Source: Stripe API reference, "Create a Checkout Session"; documentation, "Charge for shipping".
extension Call {
    private static let mostShippingOptions = 5

    /// Returns the options in `shipping_options`, or nil if the request does not contain this parameter.
    /// Creates and saves the rates in `shipping_rate_data`.
    func shippingOptions(in currency: Currency) throws -> [CheckoutSession.ShippingOption]? {
        let options = self["shipping_options"].elements
        guard !options.isEmpty else { return nil }
        guard options.count <= Self.mostShippingOptions else {
            throw ProcessorError.invalid(
                "You can specify at most \(Self.mostShippingOptions) shipping options.",
                parameter: "shipping_options")
        }
        return try options.enumerated().map { place, option in
            let name = "shipping_options[\(place)]"
            let rate = try shippingRate(option, name)
            guard let amount = rate.amount(in: currency) else {
                throw ProcessorError.invalid(
                    "The shipping rate `\(rate.id)` has no price in \(currency), the currency of the session.",
                    parameter: name)
            }
            return .init(rate: rate.id, name: rate.displayName, amount: amount)
        }
    }

    private func shippingRate(_ option: JSONTree, _ name: String) throws -> ShippingRate {
        switch (option["shipping_rate"].string, option["shipping_rate_data"].object) {
        case (let id?, nil):
            let rate = try work.named(ShippingRate.self, id, by: "\(name)[shipping_rate]")
            guard rate.active else {
                throw ProcessorError.invalid(
                    "The shipping rate `\(id)` is inactive, and cannot be used for new purchases.",
                    parameter: "\(name)[shipping_rate]")
            }
            return rate
        case (nil, let data?):
            return try Self.naming("\(name)[shipping_rate_data]") {
                try work.put(ShippingRateRoutes.make(nested(data))).object
            }
        default:
            throw ProcessorError.invalid(
                "You must specify either `shipping_rate` or `shipping_rate_data`.", parameter: name)
        }
    }
}

extension CheckoutSession {
    /// The chosen shipping option and its price, in Stripe's JSON format; null if nothing is shipped.
    var shippingCost: JSONTree {
        guard let shipping else { return .null }
        return [
            "amount_subtotal": .integer(shipping.amount), "amount_tax": 0,
            "amount_total": .integer(shipping.amount), "shipping_rate": .string(shipping.rate),
        ]
    }
}

extension [CheckoutSession.ShippingOption] {
    /// The shipping options in Stripe's JSON format.
    var stripeJSON: JSONTree {
        .array(map { ["shipping_amount": .integer($0.amount), "shipping_rate": .string($0.rate)] })
    }
}
