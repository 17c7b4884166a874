/// The formats of tax ids, and the test values whose verification has a fixed result.
///
/// Source: Stripe documentation, "Customer tax IDs", "Supported tax ID types", "Test your integration".
enum TaxIDRules {
    /// Returns whether a value has the format of its type. If the simulator does not know the type's format,
    /// any value that is not empty is valid.
    static func isValid(_ value: String, for type: String) -> Bool {
        if result(of: value, type) != nil { return true }
        guard !value.isEmpty else { return false }
        guard let formats = formats(of: type) else { return true }
        let plain = Array(value.uppercased().filter { !separators.contains($0) })
        return formats.contains { matches(plain, Array($0)) }
    }

    /// Returns the initial verification status of a new tax id, and the status that follows. The second
    /// status is nil if the status does not change.
    static func verification(of value: String, _ type: String)
        -> (first: TaxID.Verification, result: TaxID.Verification?)
    {
        guard verified.contains(type) else { return (.unavailable, nil) }
        let result = result(of: value, type)
        return (.pending, result == .pending ? nil : result)
    }

    /// The types of tax ids that Stripe verifies with the issuing country.
    private static let verified: Set = ["eu_vat", "gb_vat", "au_abn"]
    private static let separators: Set<Character> = [".", "-", "/", " "]

    /// Returns the fixed verification result of a test value. Returns nil for any other value, and for types
    /// that are not verified.
    private static func result(of value: String, _ type: String) -> TaxID.Verification? {
        guard verified.contains(type) else { return nil }
        return switch value {
        case "000000000": .verified
        case "111111111": .unverified
        case "222222222": .pending
        default: nil
        }
    }

    /// Returns whether a value matches a format. In a format, `9` represents a digit, `A` a letter, `X` a
    /// digit or a letter, and any other character itself. `@` escapes the next character.
    private static func matches(_ value: [Character], _ format: [Character]) -> Bool {
        var rest = value[...]
        var isLiteral = false
        for sign in format {
            if sign == "@", !isLiteral {
                isLiteral = true
                continue
            }
            guard let first = rest.popFirst(), first.isASCII else { return false }
            let fits =
                switch sign {
                case _ where isLiteral: first == sign
                case "9": first.isNumber
                case "A": first.isLetter
                case "X": first.isNumber || first.isLetter
                default: first == sign
                }
            guard fits else { return false }
            isLiteral = false
        }
        return rest.isEmpty
    }

    private static func formats(of type: String) -> [String]? {
        type == "eu_vat" ? european : table[type]
    }

    private static let european = [
        "@ATU99999999", "BE9999999999", "BG999999999", "BG9999999999", "CY99999999A", "CZ99999999",
        "CZ999999999", "CZ9999999999", "DE999999999", "DK99999999", "EE999999999", "EL999999999",
        "ESX9999999X", "FI99999999", "FRXX999999999", "HR99999999999", "HU99999999", "IE9999999A",
        "IE9999999AA", "IE9X99999A", "IT99999999999", "LT999999999", "LT999999999999", "LU99999999",
        "LV99999999999", "MT99999999", "NL999999999B99", "PL9999999999", "PT999999999", "RO99",
        "RO999", "RO9999", "RO99999", "RO999999", "RO9999999", "RO99999999", "RO999999999", "RO9999999999",
        "SE999999999999", "SI99999999", "SK9999999999", "@XI999999999",
    ]

    private static let table: [String: [String]] = [
        "ae_trn": ["999999999999999"], "au_abn": ["99999999999"], "au_arn": ["999999999999"],
        "bg_uic": ["999999999"], "br_cnpj": ["XXXXXXXXXXXX99"], "br_cpf": ["99999999999"],
        "ca_bn": ["999999999"], "ca_gst_hst": ["999999999RT9999"], "ca_pst_bc": ["PST99999999"],
        "ca_pst_mb": ["9999999"], "ca_pst_sk": ["9999999"], "ca_qst": ["9999999999TQ9999"],
        "ch_uid": ["CHE999999999"], "ch_vat": ["CHE999999999MWST", "CHE999999999TV@A", "CHE999999999IV@A"],
        "cl_tin": ["99999999X"], "co_nit": ["9999999999"], "de_stn": ["9999999999", "99999999999"],
        "es_cif": ["A9999999X"], "eu_oss_vat": ["EU999999999"],
        "gb_vat": ["GB999999999", "GB999999999999", "GBGD999", "GBH@A999"], "hk_br": ["99999999"],
        "hr_oib": ["99999999999"], "hu_tin": ["99999999999"],
        "id_npwp": ["999999999999999", "9999999999999999"],
        "il_vat": ["999999999"], "in_gst": ["99AAAAA9999AXXX"], "is_vat": ["99999", "999999"],
        "jp_cn": ["9999999999999"], "jp_rn": ["99999"], "jp_trn": ["T9999999999999"],
        "kr_brn": ["9999999999"], "li_uid": ["CHE999999999"], "mx_rfc": ["AAA999999XXX", "AAAA999999XXX"],
        "my_frp": ["99999999"], "my_sst": ["A99999999999999"], "no_vat": ["999999999MV@A"],
        "nz_gst": ["99999999", "999999999"], "pe_ruc": ["99999999999"], "ph_tin": ["999999999999"],
        "ro_tin": ["9999999999999"], "rs_pib": ["999999999"], "ru_inn": ["9999999999", "999999999999"],
        "ru_kpp": ["999999999"], "sa_vat": ["999999999999999"],
        "sg_gst": ["A99999999A", "99999999A", "999999999A"],
        "sg_uen": ["99999999A", "999999999A", "A99AA9999A"], "si_tin": ["99999999"],
        "th_vat": ["9999999999999"],
        "tr_tin": ["9999999999"], "tw_vat": ["99999999"],
        "ua_vat": ["999999999", "9999999999", "999999999999"],
        "us_ein": ["999999999"], "vn_tin": ["9999999999", "9999999999999"], "za_vat": ["9999999999"],
    ]
}
