import Processor
import TextKit

/// The routes of `/v1/country_specs`.
///
/// Source: Stripe API reference, "Country Specs".
enum CountrySpecRoutes {
    static let all: [Route] = [
        .get(path, simulates: Filters.part) { call in
            try call.part(of: CountryTable.all.map(shown))
        },
        .get(path + "/{country}") { call in
            guard let country = CountryTable.all.first(where: { $0.code == call.path() }) else {
                throw ProcessorError.noSuch("country_spec", call.path())
            }
            return shown(country)
        },
    ]

    private static let path = "/v1/country_specs"

    private static func shown(_ country: CountryTable.Country) -> JSONObject {
        [
            "id": country.code, "object": "country_spec",
            "default_currency": country.currency,
            "supported_bank_account_currencies": [country.currency: country.bankCountries] as JSONObject,
            "supported_payment_currencies": country.paymentCurrencies,
            "supported_payment_methods": country.paymentMethods,
            "supported_transfer_countries": country.transferCountries,
            "verification_fields": [
                "company": fields(country.companyFields), "individual": fields(country.individualFields),
            ] as JSONObject,
        ]
    }

    private static func fields(_ minimum: [String]) -> JSONObject {
        ["additional": [] as JSONTree, "minimum": minimum]
    }
}
