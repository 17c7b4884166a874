import MoneyKit
import Processor
import TextKit

/// The routes of `/v1/shipping_rates`.
///
/// Source: Stripe API reference, "Shipping Rates".
enum ShippingRateRoutes {
    static let all: [Route] = [
        .post(path, simulates: wantedParameters) { call in
            try call.saved(call.makeShippingRate())
        },
        .get(path, simulates: Filters.list.union(["active", "currency"])) { call in
            var filter: ListFilter = [:]
            filter["active"] = call["active"].bool.map { $0 ? "1" : "0" }
            filter["currency"] = try call.currency()?.code
            return try call.listed(ShippingRate.self, where: filter)
        },
        .one(one, ShippingRate.self),
        .update(one, ShippingRate.self, simulates: ["active", "fixed_amount", "metadata", "tax_behavior"]) {
            call, rate in
            rate.active = call["active"].bool ?? rate.active
            rate.taxBehavior = call["tax_behavior"].string ?? rate.taxBehavior
            try call.takeMetadata(into: &rate.metadata)
            try take(call["fixed_amount"]["currency_options"], into: &rate)
        },
    ]

    private static let path = "/v1/shipping_rates"
    private static let one = "/v1/shipping_rates/{shipping_rate_token}"
    private static let wantedParameters: Set<String> = [
        "delivery_estimate", "display_name", "fixed_amount", "metadata", "tax_behavior", "tax_code", "type",
    ]

    fileprivate static func checked(_ amount: Int64, by parameter: String) throws -> Int64 {
        try require(
            (0...AmountRules.most).contains(amount), "parameter_invalid_integer",
            "Invalid integer: the amount must be between 0 and \(AmountRules.most).", parameter: parameter)
        return amount
    }

    fileprivate static func bound(_ value: JSONTree, _ name: String) throws -> ShippingRate.Bound? {
        guard let unit = value["unit"].string, let number = value["value"].integer else { return nil }
        try require(
            number > 0, "parameter_invalid_integer", "This value must be greater than or equal to 1.",
            parameter: "delivery_estimate[\(name)][value]")
        return ShippingRate.Bound(unit: unit, value: number)
    }

    /// Sets the rate's prices in other currencies from `fixed_amount[currency_options]`.
    fileprivate static func take(_ options: JSONTree, into rate: inout ShippingRate) throws {
        for option in options.object?.members ?? [] {
            let name = "fixed_amount[currency_options][\(option.key)]"
            guard let currency = try? Currency(option.key), currency != rate.currency else {
                throw ProcessorError.invalid("Invalid currency: \(option.key).", parameter: name)
            }
            let known = rate.options[currency.code]
            guard let amount = option.value["amount"].integer ?? known?.amount else {
                throw ProcessorError.missing("\(name)[amount]")
            }
            rate.options[currency.code] = ShippingRate.Option(
                amount: try checked(amount, by: "\(name)[amount]"),
                taxBehavior: option.value["tax_behavior"].string ?? known?.taxBehavior ?? "unspecified")
        }
    }
}

extension Call {
    /// Returns a new, unsaved shipping rate with the parameters of a request.
    func makeShippingRate() throws -> ShippingRate {
        let price = self["fixed_amount"]
        guard let amount = price["amount"].integer else { throw ProcessorError.missing("fixed_amount") }
        guard let currency = try currency("fixed_amount[currency]", in: price["currency"]) else {
            throw ProcessorError.missing("fixed_amount[currency]")
        }
        var rate = ShippingRate(
            id: try work.newID("shr"), created: work.now,
            displayName: try required("display_name"),
            amount: try ShippingRateRoutes.checked(amount, by: "fixed_amount[amount]"), currency: currency)
        rate.taxBehavior = self["tax_behavior"].string ?? rate.taxBehavior
        rate.taxCode = self["tax_code"].string
        rate.fastest = try ShippingRateRoutes.bound(self["delivery_estimate"]["minimum"], "minimum")
        rate.slowest = try ShippingRateRoutes.bound(self["delivery_estimate"]["maximum"], "maximum")
        rate.metadata = try metadata(over: [:])
        try ShippingRateRoutes.take(price["currency_options"], into: &rate)
        return rate
    }
}

extension ShippingRate: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        [
            "active": active, "created": created, "delivery_estimate": estimate, "display_name": displayName,
            "fixed_amount": ["amount": amount, "currency": currency] as JSONObject,
            "livemode": false, "metadata": metadata, "tax_behavior": taxBehavior, "tax_code": taxCode,
            "type": "fixed_amount",
        ]
    }

    /// The price, including `currency_options`. Stripe returns `currency_options` only if the request expands
    /// this field.
    var wholeAmount: JSONObject {
        let own = Option(amount: amount, taxBehavior: taxBehavior)
        let all = options.merging([currency.code: own]) { $1 }.sorted { $0.key < $1.key }
        return [
            "amount": amount, "currency": currency,
            "currency_options": JSONObject(
                all.map { code, option in
                    JSONTree.Member(
                        code,
                        ["amount": .integer(option.amount), "tax_behavior": .string(option.taxBehavior)])
                }),
        ]
    }

    private var estimate: JSONObject? {
        guard fastest != nil || slowest != nil else { return nil }
        func shown(_ bound: Bound?) -> JSONObject? {
            bound.map { ["unit": $0.unit, "value": $0.value] }
        }
        return ["maximum": shown(slowest), "minimum": shown(fastest)]
    }
}
