import Processor
import TextKit

/// The routes of `/v1/tax_rates`.
///
/// Source: Stripe API reference, "Tax Rates".
enum TaxRateRoutes {
    static let all: [Route] = [
        .post(path, simulates: changed.union(["inclusive", "percentage"])) { call in
            var rate = TaxRate(
                id: "", created: call.work.now, displayName: try call.required("display_name"),
                percentage: try call.taxPercentage(), inclusive: call["inclusive"].bool ?? false)
            try call.take(into: &rate)
            return try call.shown(call.work.create(rate))
        },
        .get(path, simulates: Filters.list.union(["active", "inclusive"])) { call in
            var filter: ListFilter = [:]
            for name in ["active", "inclusive"] { filter[name] = call[name].bool.map { $0 ? "1" : "0" } }
            return try call.listed(TaxRate.self, where: filter)
        },
        .one(one, TaxRate.self),
        .update(one, TaxRate.self, simulates: changed, event: "tax_rate.updated") { try $0.take(into: &$1) },
    ]

    private static let path = "/v1/tax_rates"
    private static let one = "/v1/tax_rates/{tax_rate}"
    private static let changed: Set<String> = [
        "active", "country", "description", "display_name", "jurisdiction", "metadata", "state", "tax_type",
    ]
}

extension Call {
    fileprivate func taxPercentage() throws -> Int64 {
        guard case .number(let text) = self["percentage"] else { throw ProcessorError.missing("percentage") }
        guard let percentage = TaxRules.percentage(text) else {
            throw ProcessorError.invalid(
                "Invalid percentage: \(text). It must be between 0 and 100, with a maximum of four decimal places.",
                parameter: "percentage")
        }
        return percentage
    }

    fileprivate func take(into rate: inout TaxRate) throws {
        rate.active = self["active"].bool ?? rate.active
        rate.displayName = self["display_name"].string ?? rate.displayName
        take("country", into: &rate.country)
        take("description", into: &rate.description)
        take("jurisdiction", into: &rate.jurisdiction)
        take("state", into: &rate.state)
        take("tax_type", into: &rate.taxType)
        try takeMetadata(into: &rate.metadata)
        if let country = rate.country,
            country.count != 2 || !country.allSatisfy({ $0.isASCII && $0.isUppercase })
        {
            throw ProcessorError.invalid(
                "Country '\(country)' is unknown. Try using a 2-character alphanumeric country code instead, such as 'US', 'EG', or 'GB'.",
                parameter: "country")
        }
    }
}

extension Call {
    /// Returns the ids of the tax rates in a parameter. Returns nil if the request does not contain the
    /// parameter.
    ///
    /// - Parameter owner: The parameter that contains the parameter `name`, such as `items[0]`; nil at the
    ///   top level.
    func taxRates(_ name: String, in value: JSONTree? = nil, of owner: String? = nil) throws -> [String]? {
        let submitted = value == nil ? parameters : value?.object
        guard let rates = submitted?[name] else { return nil }
        return try work.usableTaxRates(
            rates.elements.compactMap(\.string), by: owner.map { "\($0)[\(name)]" } ?? name)
    }
}
