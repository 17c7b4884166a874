import Processor
import TextKit

/// The routes of `/v1/country_specs`.
///
/// Source: Stripe API reference, "Country Specs".
enum CountrySpecRoutes {
    static let all: [Route] = [
        .get(path, simulates: Filters.part) { call in
            try call.part(of: CountryTable.all.map(shown), at: path)
        },
        .get(path + "/{country}") { call in
            guard let country = CountryTable.all.first(where: { $0.code == call.path() }) else {
                throw ProcessorError.noSuch("country_spec", call.path())
            }
            return shown(country)
        },
    ]

    private static let path = "/v1/country_specs"

    private static func shown(_ country: CountryTable.Country) -> JSONTree {
        func list(_ words: [String]) -> JSONTree { .array(words.map { .string($0) }) }
        return [
            "id": .string(country.code), "object": "country_spec",
            "default_currency": .string(country.currency),
            "supported_bank_account_currencies": .object([
                JSONTree.Member(country.currency, list(country.bankCountries))
            ]),
            "supported_payment_currencies": list(country.paymentCurrencies),
            "supported_payment_methods": list(country.paymentMethods),
            "supported_transfer_countries": list(country.transferCountries),
            "verification_fields": [
                "company": ["additional": [], "minimum": list(country.companyFields)],
                "individual": ["additional": [], "minimum": list(country.individualFields)],
            ],
        ]
    }
}
