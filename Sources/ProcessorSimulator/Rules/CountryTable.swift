import MoneyKit

/// The countries in which Stripe supports accounts, and the information that accounts in each country must
/// provide.
///
/// Source: Stripe API reference, "Country Specs"; documentation, "Required verification information",
/// "Supported currencies".
enum CountryTable {
    /// A country and its default currency.
    struct Country: Hashable {
        var code: String
        var currency: String
    }

    /// All countries, sorted by code.
    static let all: [Country] =
        currencies.flatMap { currency, codes in
            codes.split(separator: " ").map { Country(code: String($0), currency: currency) }
        }
        .sorted { $0.code < $1.code }

    private static let currencies = [
        ("eur", "AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK"),
        ("usd", "US"), ("aed", "AE"), ("aud", "AU"), ("brl", "BR"), ("cad", "CA"),
        ("chf", "CH LI"), ("czk", "CZ"), ("dkk", "DK"), ("gbp", "GB GI"), ("hkd", "HK"), ("huf", "HU"),
        ("jpy", "JP"), ("mxn", "MX"), ("myr", "MY"), ("nok", "NO"), ("nzd", "NZ"), ("pln", "PL"),
        ("ron", "RO"), ("sek", "SE"), ("sgd", "SG"), ("thb", "TH"),
    ]

    /// The countries to which an account in the United States can transfer money.
    private static let fromUnitedStates = """
        US AE AG AL AM AR AT AU BA BE BG BH BO CA CH CI CL CO CR CY CZ DE DK DO EC EE EG ES ET FI FR GB GH GM GR \
        GT GY HK HR HU ID IE IL IS IT JM JO JP KE KH KR KW LC LI LK LT LU LV MA MD MG MK MN MO MT MU MX MY NA NG \
        NL NO NZ OM PA PE PH PL PT PY QA RO RS RW SA SE SG SI SK SN SV TH TN TR TT TZ UY UZ VN ZA BD BJ MC NE SM \
        AZ BN BT AO DZ TW BS BW GA LA MZ KZ PK
        """
    /// The countries in Europe between which accounts can transfer money.
    private static let europe =
        "AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IT LI LT LU LV MT NL NO PL PT RO SE SI SK"
}

extension CountryTable.Country {
    /// The countries to which accounts in this country can transfer money. The country itself comes first.
    var transferCountries: [String] {
        if code == "US" { return CountryTable.words(CountryTable.fromUnitedStates) }
        let region = CountryTable.words(CountryTable.europe)
        return [code] + (region.contains(code) ? region.filter { $0 != code } : [])
    }

    /// The currencies in which accounts of this country can charge. The country's own currency comes first.
    var paymentCurrencies: [String] { [currency] + Currency.all.map(\.code).filter { $0 != currency } }

    /// The payment methods that the country's accounts can accept.
    var paymentMethods: [String] { code == "US" ? ["ach", "card", "stripe"] : ["card", "stripe"] }

    /// The countries whose bank accounts can receive payouts from accounts in this country.
    var bankCountries: [String] {
        currency == "eur" ? CountryTable.all.filter { $0.currency == "eur" }.map(\.code) : [code]
    }

    /// The names of the fields that an individual must provide.
    var individualFields: [String] { (common + person.map { "individual.\($0)" }).sorted() }

    /// The names of the fields that a company must provide.
    var companyFields: [String] {
        let company = ["name", "owners_provided", "phone", "tax_id"] + address
        let role = ["relationship.executive", "relationship.title"]
        return
            (common + company.map { "company.\($0)" } + person.map { "owners.\($0)" }
            + (person + role).map { "representative.\($0)" }).sorted()
    }

    private var common: [String] {
        [
            "business_profile.mcc", "business_profile.url", "business_type", "external_account",
            "tos_acceptance.date", "tos_acceptance.ip",
        ]
    }

    private var person: [String] {
        let numbers = code == "US" ? ["id_number", "ssn_last_4"] : []
        return ["dob.day", "dob.month", "dob.year", "email", "first_name", "last_name", "phone"]
            + ["verification.document"] + numbers + address
    }

    private var address: [String] {
        let state = ["AU", "BR", "CA", "IE", "JP", "MX", "MY", "US"].contains(code) ? ["state"] : []
        return (["city", "line1", "postal_code"] + state).map { "address.\($0)" }
    }
}

extension CountryTable {
    fileprivate static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
}
