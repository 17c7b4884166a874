import MoneyKit
import Processor
import TextKit

/// A parser for a price's tiers and its prices in other currencies.
///
/// Source: Stripe API reference, "Create a price", `tiers`, `currency_options`.
enum PriceTiers {
    /// The parameters for tiers that this processor simulates.
    static let asked: Set<String> = [
        "tiers[up_to]", "tiers[unit_amount]", "tiers[flat_amount]", "tiers_mode",
    ]

    /// Returns the tiers in a request, or nil if the request's `billing_scheme` is not `tiered`.
    static func of(_ submitted: JSONTree) throws -> [Price.Tier]? {
        guard submitted["billing_scheme"].string == "tiered" else {
            try require(
                submitted["tiers"].elements.isEmpty && submitted["tiers_mode"].string == nil,
                "You can only specify tiers with billing_scheme=tiered.", parameter: "tiers")
            return nil
        }
        guard submitted["tiers_mode"].string != nil else { throw ProcessorError.missing("tiers_mode") }
        try require(
            submitted["recurring"]["interval"].string != nil, "Tiered prices must be recurring.",
            parameter: "billing_scheme")
        let tiers = try submitted["tiers"].elements.enumerated().map { place, tier in
            try self.tier(tier, "tiers[\(place)]")
        }
        guard let last = tiers.last else { throw ProcessorError.missing("tiers") }
        try require(
            last.upTo == nil && tiers.dropLast().allSatisfy({ $0.upTo != nil }),
            "The last tier, and only the last one, must have `up_to` set to `inf`.", parameter: "tiers")
        let limits = tiers.compactMap(\.upTo)
        try require(
            zip([0] + limits, limits).allSatisfy({ $0 < $1 }),
            "The values of `up_to` must be positive and ascending.", parameter: "tiers")
        return tiers
    }

    private static func tier(_ submitted: JSONTree, _ name: String) throws -> Price.Tier {
        let (unit, flat) = (submitted["unit_amount"].integer, submitted["flat_amount"].integer)
        guard unit != nil || flat != nil else { throw ProcessorError.missing("\(name)[unit_amount]") }
        for (part, amount) in [("unit_amount", unit), ("flat_amount", flat)] {
            try AmountRules.checkRange(amount ?? 0, by: "\(name)[\(part)]")
        }
        return Price.Tier(upTo: submitted["up_to"].integer, unitAmount: unit, flatAmount: flat)
    }
}

extension Call {
    /// Returns the known prices in other currencies, updated with the prices in a request.
    func currencyOptions(_ submitted: JSONTree, over known: [String: Int64]?) throws
        -> [String: Int64]?
    {
        var options = known
        for field in submitted["currency_options"].object?.members ?? [] {
            let name = "currency_options[\(field.key)]"
            guard let currency = try currency(name, in: .string(field.key)) else { continue }
            guard let amount = field.value["unit_amount"].integer else {
                throw ProcessorError.missing("\(name)[unit_amount]")
            }
            try AmountRules.checkRange(amount, by: "\(name)[unit_amount]")
            options = options ?? [:]
            options?[currency.code.lowercased()] = amount
        }
        return options
    }
}

extension Price {
    /// Returns the price of a quantity, in minor units.
    func amount(of quantity: Int64) -> Int64 {
        guard let tiers else { return unitAmount * quantity }
        if tiersMode == "volume" {
            let tier = tiers.first { $0.upTo.map { quantity <= $0 } ?? true }
            return (tier?.unitAmount ?? 0) * quantity + (tier?.flatAmount ?? 0)
        }
        var (sum, before) = (Int64(0), Int64(0))
        for tier in tiers {
            let end = min(quantity, tier.upTo ?? quantity)
            sum += (end - before) * (tier.unitAmount ?? 0) + (tier.flatAmount ?? 0)
            before = end
            if end == quantity { break }
        }
        return sum
    }
}
