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
        try require(
            options.count <= Self.mostShippingOptions,
            "You can specify at most \(Self.mostShippingOptions) shipping options.",
            parameter: "shipping_options")
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
            try require(
                rate.active, "The shipping rate `\(id)` is inactive, and cannot be used for new purchases.",
                parameter: "\(name)[shipping_rate]")
            return rate
        case (nil, let data?):
            return try Self.naming("\(name)[shipping_rate_data]") {
                try work.put(nested(data).makeShippingRate()).object
            }
        default:
            throw ProcessorError.invalid(
                "You must specify either `shipping_rate` or `shipping_rate_data`.", parameter: name)
        }
    }
}

extension CheckoutSession {
    /// The chosen shipping option and its price, in Stripe's JSON format; null if nothing is shipped.
    var shippingCost: JSONObject? {
        guard let shipping else { return nil }
        return [
            "amount_subtotal": shipping.amount, "amount_tax": 0,
            "amount_total": shipping.amount, "shipping_rate": shipping.rate,
        ]
    }
}

extension CheckoutSession.ShippingOption {
    /// The shipping option in Stripe's JSON format.
    var stripeJSON: JSONObject { ["shipping_amount": amount, "shipping_rate": rate] }
}
