/// The URL that a refused giving URL was probably meant to be.
enum CorrectedURL {
    /// Returns the giving URL that a refused URL was probably meant to be. The result is the canonical URL,
    /// followed by the tag id if the refused URL contains a valid tag id, and by a placeholder if the refused
    /// URL contains mirrored data or a placeholder.
    ///
    /// - Returns: Nil if the URL has more than 8,192 octets, if the service does not accept its host, if the
    ///   organization, the fund or the choice of a monthly gift is uncertain, or if the result equals the
    ///   refused URL.
    static func of(_ url: String, hosts: HostList) -> String? {
        guard url.utf8.count <= 8192 else { return nil }
        let plain = withoutEntities(url.trimmingSpace)
        guard let start = plain.firstRange(of: "://")?.upperBound else { return nil }
        let end = plain[start...].firstIndex { "?#&;".contains($0) } ?? plain.endIndex
        guard let origin = try? Invocation.parse(String(plain[..<end]), profile: .tap, hosts: hosts),
            let org = origin.org, let canonical = origin.canonical
        else { return nil }
        var meant = MeantGift()
        let bytes = Array(plain[end...].utf8)
        let tail = bytes.span.decodedString(bytes.indices)
            .replacing(" =", with: "=").replacing("= ", with: "=")
        for piece in tail.split(whereSeparator: { "?#&;, \t\r\n".contains($0) }) {
            for part in parts(of: piece) { meant.take(part, org: org) }
        }
        guard let gift = meant.gift else { return nil }
        let host = String(canonical.dropFirst("https://".count).prefix { $0 != "/" })
        let form = Invocation.canonicalForm(
            host: host, org: org, fund: gift.fund, recurring: gift.recurring)
        let corrected = form + Invocation.additions(tag: meant.tag, meant.placeholder)
        return corrected == url ? nil : corrected
    }

    /// Replaces `&amp;` and other escaped forms of `&` with `&`, even if the text was escaped repeatedly (up
    /// to eight times).
    private static func withoutEntities(_ url: String) -> String {
        var text = url
        // The number of rounds is limited, because each one reads the whole text. Real URLs are escaped fewer times.
        for _ in 0..<8 {
            let length = text.utf8.count
            for entity in ["&amp;", "&AMP;", "&#38;", "&#038;", "&#x26;", "&#X26;", "\\u0026"] {
                text = text.replacing(entity, with: "&")
            }
            if text.utf8.count == length { break }
        }
        return text
    }

    /// Splits a piece of a query into its parameters if the `&` between them is missing, as in `f=12r=1`.
    private static func parts(of piece: Substring) -> [Substring] {
        guard let first = piece.firstIndex(of: "=") else { return [piece] }
        var parts: [Substring] = []
        var start = piece.startIndex
        for equals in piece[first...].indices where piece[equals] == "=" && equals > first {
            let name = piece.index(before: equals)
            guard "fFrR".contains(piece[name]), name > first else { continue }
            parts.append(piece[start..<name])
            start = name
        }
        return parts + [piece[start...]]
    }
}

/// The gift that the pieces of a query probably describe.
private struct MeantGift {
    private var fund: String?
    private var flag: Bool?
    private var isUncertain = false
    /// The values of parameters whose names are empty or consist of a single unknown character.
    private var strays: [String] = []
    private var version: String?
    private var hasMirror = false
    private var hasPiccData = false
    private(set) var tag: String?

    /// The placeholder for the mirrored data in the URL; nil if the URL contains no mirrored data, or data of
    /// two kinds.
    var placeholder: Invocation.Placeholder? {
        hasMirror == hasPiccData ? nil : hasMirror ? .mirror : .sun
    }

    /// The intended fund, and whether a monthly gift was intended. Nil if either is uncertain.
    var gift: (fund: String?, recurring: Bool)? {
        var (fund, flag) = (fund, flag)
        if flag == nil, let version {
            guard let meant = Self.digit(version) else { return nil }
            flag = meant
        }
        for stray in strays {
            if flag == nil, fund != nil, let meant = Self.digit(stray) {
                flag = meant
            } else if fund == nil, flag != nil, stray.isFund {
                fund = stray
            } else if fund == nil || flag == nil {
                return nil
            }
        }
        return isUncertain ? nil : (fund, flag ?? false)
    }

    mutating func take(_ piece: Substring, org: String) {
        let equals = piece.firstIndex { $0 == "=" } ?? piece.firstIndex { $0 == ":" }
        guard let equals else { return takeAlone(String(piece)) }
        let name = String(piece[..<equals])
        let value = String(piece[piece.index(after: equals)...].trimmingPunctuation)
        if let found = ParameterName.find(name) { return take(found, value) }
        switch MeantParameter(name) {
        case .known(.version): break
        case .known(let meant): take(meant, value)
        case .organization:
            if value.lowercased() != org.lowercased() { isUncertain = true }
        case nil where name.unicodeScalars.count <= 1: strays.append(value)
        case nil where MeantParameter.isMonthly(value, of: name): take(.recurring, "1")
        case nil: break
        }
    }

    /// Interprets a piece of the query that contains neither `=` nor `:`.
    private mutating func takeAlone(_ piece: String) {
        if let (name, value) = MeantParameter.fused(piece) { return take(name, value) }
        switch ParameterName.find(piece) {
        case .fund, .recurring: isUncertain = true
        case nil where MeantParameter(piece) == .known(.recurring) && piece.count > 2: take(.recurring, "1")
        // A number without a name is a fund, unless the URL already has one.
        case nil where piece.utf8.allSatisfy({ (0x30...0x39).contains($0) }):
            if fund == nil { take(.fund, piece) } else if fund != piece { isUncertain = true }
        default: break
        }
    }

    private mutating func take(_ name: ParameterName, _ value: String) {
        let bytes = Array(value.utf8)
        switch name {
        case .version: version = value
        case .fund:
            if !value.isFund || fund ?? value != value { isUncertain = true }
            fund = value
        case .recurring:
            let meant = MeantParameter.flag(value)
            if meant == nil || flag ?? meant != meant { isUncertain = true }
            flag = meant
        case .tag: if value.isTag { tag = value }
        case .mirror: hasMirror = hasMirror || name.accepts(bytes.indices, of: bytes.span)
        case .piccData: hasPiccData = hasPiccData || name.accepts(bytes.indices, of: bytes.span)
        case .cmac: break
        }
    }

    private static func digit(_ value: String) -> Bool? {
        value == "1" ? true : value == "0" ? false : nil
    }
}

extension String {
    /// The text without white space at either end. People often copy surrounding white space together with a
    /// link.
    fileprivate var trimmingSpace: String {
        let text = drop { $0.isWhitespace }
        return String(
            text.prefix(upTo: text.lastIndex { !$0.isWhitespace }.map(text.index(after:)) ?? text.startIndex))
    }
}

extension Substring {
    /// The text without punctuation at its end. People often copy the punctuation after a link together with
    /// the link.
    fileprivate var trimmingPunctuation: Substring {
        var text = self
        while let last = text.last, ".,:;!?/)>\"'*”’»".contains(last) { text = text.dropLast() }
        return text
    }
}
