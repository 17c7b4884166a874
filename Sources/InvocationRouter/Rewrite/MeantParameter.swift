import TextKit

/// The parameter that a person probably meant by an unknown name in a query.
enum MeantParameter: Hashable {
    case known(ParameterName)
    /// The organization, which belongs in the path, not in a parameter.
    case organization

    /// Finds the parameter that an unknown name resembles. Returns nil if the name resembles no parameter.
    ///
    /// A name resembles a parameter in these cases:
    ///
    /// - It differs from the parameter's name only in case.
    /// - It is a long form of that name, even if misspelled.
    /// - It adds one character to a one-letter name.
    /// - One of its words is `f` or `r`.
    ///
    /// The names that advertising and mail programs use do not resemble any parameter.
    ///
    /// - Parameter name: The name, percent-decoded.
    init?(_ name: String) {
        let folded = Self.folded(name)
        guard !folded.isEmpty, !Self.isTracker(name) else { return nil }
        if let known = Self.letters[folded] ?? Self.letters[Self.withoutEntity(folded)] {
            self = .known(known)
            return
        }
        if name.unicodeScalars.count == 2 {
            guard let known = folded.lazy.compactMap({ Self.letters[String($0)] }).first else { return nil }
            self = .known(known)
            return
        }
        let words = Self.words(of: name)
        if words.count > 1, let letter = words.first(where: { $0 == "f" || $0 == "r" }) {
            self = .known(letter == "f" ? .fund : .recurring)
            return
        }
        guard let found = Self.longForm(folded, words) ?? Self.misspelled(folded) else { return nil }
        self = found
    }

    /// Interprets a piece without `=` as a name that is directly followed by its value, such as `f12` or
    /// `r1`. Returns nil if the piece cannot be interpreted in this way.
    static func fused(_ piece: String) -> (name: ParameterName, value: String)? {
        guard let first = piece.first, !isTracker(piece) else { return nil }
        let value = String(piece.dropFirst().drop { $0 == ":" || $0 == "-" || $0 == "." || $0 == "_" })
        switch first {
        case "f", "F":
            // `fund-12`: the id follows the long form.
            let isLong = piece.lowercased().hasPrefix("fund")
            let id = isLong ? String(value.dropFirst(3).drop { ":-._".contains($0) }) : value
            return id.isFund ? (.fund, id) : nil
        case "r", "R":
            // `r` and a flag, or `r`, one character instead of the =, and a flag.
            if flag(value) != nil { return (.recurring, value) }
            let digit = String(piece.dropFirst(2))
            return flag(digit) != nil ? (.recurring, digit) : nil
        default: return nil
        }
    }

    /// Returns true if the value describes a monthly gift, as in `gift=monthly`, and the name is not the name
    /// of a tracking parameter.
    static func isMonthly(_ value: String, of name: String) -> Bool {
        !isTracker(name) && ["monthly", "month", "recurring"].contains(value.lowercased())
    }

    /// Parses a Boolean value in any of the forms that people write, such as `yes`. Returns nil for any other
    /// text.
    static func flag(_ value: String) -> Bool? {
        switch value.lowercased() {
        case "1", "true", "yes", "y", "on", "monthly", "month", "recurring": true
        case "0", "false", "no", "n", "off", "once", "never", "one-time", "onetime": false
        default: nil
        }
    }

    /// The parameters that have one-letter names, keyed by name in lower case.
    private static let letters: [String: ParameterName] = [
        "f": .fund, "r": .recurring, "t": .tag, "m": .mirror, "v": .version,
    ]

    private static let longForms: [String: MeantParameter] = {
        let names: [(MeantParameter, String)] = [
            (.known(.fund), "fund funds fid designation purpose fonds zweck"),
            (
                .known(.recurring),
                "recurring recur recurs recurrence recurrent monthly month monatlich repeat repeats repeating "
                    + "frequency freq interval"
            ),
            (
                .organization,
                "org orgs orgid orgname orgcode organization organisation church churchid gemeinde kirche"
            ),
            (.known(.tag), "tag tags tagid tagname"), (.known(.mirror), "mirror"),
            (.known(.version), "version"), (.known(.piccData), "piccdata picc"), (.known(.cmac), "cmac mac"),
        ]
        var table: [String: MeantParameter] = [:]
        for (meant, words) in names {
            for word in words.split(separator: " ") { table[String(word)] = meant }
        }
        return table
    }()

    /// Finds the parameter whose long form is contained in a name, as in `fund_id`, `isRecurring` or
    /// `organizationId`. Returns nil if the name contains no long form.
    private static func longForm(_ folded: String, _ words: [String]) -> MeantParameter? {
        if let meant = longForms[folded] { return meant }
        if folded.hasPrefix("fund") { return .known(.fund) }
        if folded.contains("recurring") || folded.contains("monthly") { return .known(.recurring) }
        if folded.hasPrefix("organiz") || folded.hasPrefix("organis") { return .organization }
        let whole: Set = ["fund", "recur", "month", "org", "picc", "cmac"]
        return words.lazy.filter(whole.contains).compactMap { longForms[$0] }.first
    }

    /// Finds the parameter that a misspelled long form refers to. One typing error is tolerated, or two if
    /// the long form has six letters or more. Returns nil if the name does not resemble any long form.
    private static func misspelled(_ folded: String) -> MeantParameter? {
        let names: [(String, MeantParameter)] = [
            ("fund", .known(.fund)), ("recurring", .known(.recurring)), ("monthly", .known(.recurring)),
            ("org", .organization), ("organization", .organization), ("piccdata", .known(.piccData)),
            ("cmac", .known(.cmac)),
        ]
        guard folded.utf8.count <= 16 else { return nil }
        return names.first { name, _ in
            NearestWord.edits(from: folded, to: name) <= (name.utf8.count < 6 ? 1 : 2)
        }?.1
    }

    /// Returns true for the names of parameters that advertising and mail programs add to URLs. Without this
    /// check, these names could be mistaken for misspelled parameter names, or for a name that is directly
    /// followed by its value.
    private static func isTracker(_ name: String) -> Bool {
        let lower = name.lowercased()
        return ["utm_", "mtm_", "hsa_", "fb_", "pk_"].contains { lower.hasPrefix($0) }
            || ["fbclid", "fref", "from", "ref", "ref_src", "ref_url", "referer", "referrer"].contains(lower)
    }

    /// Returns a name reduced to its ASCII letters and digits, in lower case.
    private static func folded(_ name: String) -> String {
        String(decoding: name.utf8.filter(\.isAlphanumeric).map(\.lowercasedASCII), as: UTF8.self)
    }

    /// Removes `amp` from the beginning of a name. A name begins with `amp` if `&amp` was written instead of
    /// `&`.
    private static func withoutEntity(_ folded: String) -> String {
        folded.hasPrefix("amp") ? String(folded.dropFirst(3)) : folded
    }

    private static func words(of name: String) -> [String] {
        name.utf8.split { !$0.isAlphanumeric }
            .map { String(decoding: $0.map(\.lowercasedASCII), as: UTF8.self) }
    }
}

extension String {
    /// Whether the text is a valid fund id.
    var isFund: Bool {
        let bytes = utf8.span
        return !utf8.contains(UInt8(ascii: "%")) && bytes.isFund(bytes.indices)
    }

    /// Whether the text is a valid tag id.
    var isTag: Bool {
        let bytes = utf8.span
        return !utf8.contains(UInt8(ascii: "%")) && bytes.isTag(bytes.indices)
    }
}
