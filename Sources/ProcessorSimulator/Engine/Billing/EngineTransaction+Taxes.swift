import Processor
import TextKit

extension EngineTransaction {
    func create(_ wanted: TaxRate) throws -> TaxRate {
        try MetadataRules.check(wanted.metadata)
        var rate = wanted
        rate.id = try newID("txr")
        try emit("tax_rate.created", put(rate))
        return rate
    }

    /// Checks the tax rates in a request, and returns their ids. Throws an error if there are too many rates,
    /// or if a rate does not exist or is inactive.
    func usableTaxRates(_ ids: [String], by parameter: String) throws -> [String] {
        try require(
            ids.count <= TaxRules.most, "You may only specify up to \(TaxRules.most) tax rates.",
            parameter: parameter)
        for (place, id) in ids.enumerated() {
            let rate = try named(TaxRate.self, id, by: "\(parameter)[\(place)]")
            try require(
                rate.active, "The tax rate \(id) is inactive, and cannot be applied to new objects.",
                parameter: "\(parameter)[\(place)]")
        }
        return ids
    }

    func taxRates(_ ids: [String]?) throws -> [TaxRate] {
        try (ids ?? []).compactMap { try find(TaxRate.self, $0) }
    }

    /// Returns an item's own tax rates or, if it has none, the default rates.
    func taxRates(_ own: [String]?, or defaults: [String]?) throws -> [TaxRate] {
        try taxRates(own?.isEmpty == false ? own : defaults)
    }

    /// Returns tax rates in Stripe's JSON format.
    func shown(taxRates ids: [String]?) throws -> [JSONObject] {
        try taxRates(ids).map { try stripeJSON($0) }
    }

    /// Computes the taxes on each line of an invoice, after discounts. A line's own rates replace the default
    /// rates. If the customer is exempt, each tax is zero.
    ///
    /// - Returns: The customer's exemption.
    @discardableResult
    func tax(_ invoice: inout Invoice) throws -> TaxExemption {
        let discounts = invoice.discountsByLine
        let exemption = try exemption(of: invoice)
        for place in (invoice.lines ?? []).indices {
            guard let line = invoice.lines?[place] else { continue }
            var rates = try taxRates(line.taxRates, or: invoice.defaultTaxRates)
            if exemption != .taxable { for rate in rates.indices { rates[rate].percentage = 0 } }
            let taxes = TaxRules.taxes(on: line.amount - discounts[place], by: rates)
            invoice.lines?[place].taxes = taxes.isEmpty ? nil : taxes
        }
        return exemption
    }
}
