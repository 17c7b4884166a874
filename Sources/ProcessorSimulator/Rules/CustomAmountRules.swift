import MoneyKit
import Processor
import TextKit

/// The rules for prices whose amount the customer chooses.
///
/// Source: Stripe documentation, "Let customers decide what to pay"; API reference, "Prices",
/// `custom_unit_amount`.
enum CustomAmountRules {
    /// Returns the limits on the amount that the customer chooses. Returns nil if the request is for a price
    /// with a fixed amount.
    static func limits(
        _ submitted: JSONTree, _ currency: Currency
    ) throws(ProcessorError) -> Price.CustomAmount? {
        let custom = submitted["custom_unit_amount"]
        guard custom.object != nil, custom["enabled"].bool == true else { return nil }
        func part(_ word: String) -> String { "custom_unit_amount[\(word)]" }
        try require(
            submitted["unit_amount"].isNull,
            "You may only specify one of these parameters: unit_amount, custom_unit_amount.",
            parameter: "unit_amount")
        try require(
            submitted["recurring"].isNull, "`custom_unit_amount` cannot be used with recurring prices.",
            parameter: "custom_unit_amount")
        let range = ChargeLimits.least(in: currency)...AmountRules.most
        let limits = Price.CustomAmount(
            minimum: custom["minimum"].integer, maximum: custom["maximum"].integer,
            preset: custom["preset"].integer)
        for (word, amount) in [
            ("minimum", limits.minimum), ("maximum", limits.maximum), ("preset", limits.preset),
        ] {
            try require(
                amount.map(range.contains) ?? true,
                "The \(word) must be between \(range.lowerBound) and \(range.upperBound).",
                parameter: part(word))
        }
        try require(
            limits.minimum ?? range.lowerBound <= limits.maximum ?? range.upperBound,
            "The minimum must not be greater than the maximum.", parameter: part("minimum"))
        try require(
            limits.preset.map({ limits.allows($0, in: currency) }) ?? true,
            "The preset must be between the minimum and the maximum.", parameter: part("preset"))
        return limits
    }

    /// Checks line items. An item whose amount the customer chooses must be the only item, with a quantity of
    /// 1.
    static func check(_ items: [CheckoutSession.Item]) throws(ProcessorError) {
        guard items.contains(where: { $0.price.customAmount != nil }) else { return }
        try require(
            items.count == 1 && items[0].quantity == 1,
            "A price with `custom_unit_amount` must be the only line item, with a quantity of 1.",
            parameter: "line_items")
    }
}

extension Price.CustomAmount {
    /// Returns whether a customer may choose this amount.
    func allows(_ amount: Int64, in currency: Currency) -> Bool {
        let least = minimum ?? ChargeLimits.least(in: currency)
        let most = maximum ?? AmountRules.most
        return amount >= least && amount <= most
    }

    var stripeJSON: JSONObject { ["maximum": maximum, "minimum": minimum, "preset": preset] }
}

extension CheckoutSession {
    /// The limits on the amount that the customer chooses, or nil if the amount is fixed.
    var customAmount: Price.CustomAmount? { items.first?.price.customAmount }
}
