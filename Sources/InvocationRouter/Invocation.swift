/// The content of a giving URL: an organization, optionally a fund, and whether to offer a monthly gift
/// first.
///
/// A giving URL never contains an amount or an account. The service looks up all other details of a gift, or
/// the donor enters them.
///
/// Source: `docs/invocation-url.md`.
public struct Invocation: Hashable, Sendable {
    /// The profile that was used to read the URL.
    public var profile: ParseProfile
    /// The organization id exactly as in the URL, 1...64 ASCII octets. Nil if the URL contains an alias
    /// instead.
    ///
    /// The directory ignores case in organization ids, and returns the registered spelling.
    public var org: String?
    /// The text that the URL contains instead of a valid organization id, in Unicode normalization form C
    /// (NFC). Nil if the URL contains a valid id. Only profile `tap` accepts a URL with such text.
    ///
    /// The directory accepts the text only if an organization has registered exactly this alias. Similar
    /// names are not accepted.
    public var orgAlias: String?
    /// The fund's id, 1...32 ASCII octets. An id is text, never a number: `007` is not `7`. Nil means the
    /// default fund, unless `fundUnclear` is true.
    public var fund: String?
    /// Whether the URL names a fund in a way that leaves the choice uncertain. The donor must then choose a
    /// fund before the charge. Only profile `tap` accepts such a URL.
    public var fundUnclear: Bool
    /// Whether to offer a monthly gift first. True if the parameter `r` is 1; false if it is 0, missing,
    /// malformed or contradictory.
    public var recurring: Bool
    /// The tag's id in the registry (parameter `t`), 1...16 ASCII octets; nil if the URL contains no valid
    /// tag id or several different values.
    public var tag: String?
    /// The data that the chip mirrored into the URL. Nil if the URL contains no such data or only a
    /// placeholder, or if the data is malformed or conflicting.
    public var evidence: TapEvidence?
    /// The placeholder in the URL, which a chip replaces with mirrored data if its mirror is on. Nil if the
    /// URL contains no placeholder.
    public var placeholder: Placeholder?
    /// The canonical URL of the same destination, at most 130 octets with the standard host. Nil if the fund
    /// is uncertain, or if the URL contains an alias instead of an organization id.
    public var canonical: String?
    /// The warnings about the URL, such as accepted deviations from the rules, without duplicates. They
    /// follow the order of the URL's parts, from scheme to fragment. `nonCanonical` is always last.
    public var warnings: [InvocationWarning]
}

/// A parsing profile. It determines which deviations from the rules are accepted. Neither profile accepts a
/// URL that could send a gift to the wrong organization or fund.
public enum ParseProfile: String, Sendable, CaseIterable {
    /// The profile for URLs that are being created or changed. Any deviation is an error.
    case strict
    /// The profile for URLs on existing tags. A locked tag cannot be corrected, so a deviation that does not
    /// change the destination of a gift is only a warning.
    case tap
}

/// The data that a chip mirrors into the URL at each tap.
public enum TapEvidence: Hashable, Sendable {
    /// The ASCII mirror of an NTAG21x (parameter `m`): the 7-byte UID and the 24-bit tap counter. The counter
    /// is nil if the chip does not mirror it.
    ///
    /// The mirrored data proves nothing, because anyone can type it, but it can be used to count taps.
    case mirror(uid: [UInt8], counter: UInt32?)
    /// The SUN message of an NTAG 424 DNA: the parameters `picc_data`, 16 bytes, and `cmac`, 8 bytes. Neither
    /// has been verified.
    case sun(piccData: [UInt8], cmac: [UInt8])
}

extension Invocation {
    /// Parses a giving URL with the checks of `docs/invocation-url.md` §4, in order. The first check that
    /// fails determines the error.
    ///
    /// Nothing in the URL is trimmed, repaired or re-encoded.
    ///
    /// - Parameters:
    ///   - url: The whole URL, at most 1,024 octets, or 8,192 in profile `tap`.
    ///   - profile: `strict` for URLs that are being created or changed, `tap` for URLs already in use.
    ///   - hosts: The hosts that the service accepts.
    public static func parse(
        _ url: String, profile: ParseProfile = .strict, hosts: HostList = .standard
    ) throws(InvocationError) -> Invocation {
        let text = url.utf8.span
        if let reader = CanonicalReader(text, hosts: hosts) {
            return Invocation(reader, of: text, canonical: url, profile: profile)
        }
        return try judge(text, profile: profile, hosts: hosts)
    }

    /// Parses a giving URL from the bytes of a file or a network message, which may be invalid UTF-8.
    public static func parse(
        bytes text: Span<UInt8>, profile: ParseProfile = .strict, hosts: HostList = .standard
    ) throws(InvocationError) -> Invocation {
        if let reader = CanonicalReader(text, hosts: hosts) {
            let url = text.decodedString(text.indices)
            return Invocation(reader, of: text, canonical: url, profile: profile)
        }
        return try judge(text, profile: profile, hosts: hosts)
    }

    private init(_ reader: CanonicalReader, of text: Span<UInt8>, canonical: String, profile: ParseProfile) {
        self.init(
            profile: profile, org: text.decodedString(reader.org),
            fund: reader.fund.map { text.decodedString($0) }, fundUnclear: false, recurring: reader.recurring,
            canonical: canonical, warnings: [])
    }

    /// Runs all checks for a giving URL in order. `parse` calls this method only for URLs that are not in
    /// canonical form.
    static func judge(
        _ text: Span<UInt8>, profile: ParseProfile, hosts: HostList
    ) throws(InvocationError) -> Invocation {
        try Invocation(SharedChecks(text, profile: profile, hosts: hosts), of: text, profile: profile)
    }

    /// Runs checks 19 to 29 of `docs/invocation-url.md` §4 on a URL that has passed checks 1 to 18.
    init(_ checked: SharedChecks, of text: Span<UInt8>, profile: ParseProfile) throws(InvocationError) {
        let segment = try OrgSegment(checked.path, of: text, profile: profile)
        let gift = try GiftParameters(checked.parts.query, of: text, profile: profile)

        let name = text.decodedString(segment.range)
        let isCertain = segment.isOrg && !gift.fundUnclear
        let canonical =
            isCertain
            ? Self.canonicalForm(
                host: checked.destination.host, org: name, fund: gift.fund, recurring: gift.recurring)
            : nil
        var warnings = checked.destination.warnings
        if checked.path.hasTrailingSlash { warnings.append(.trailingSlash) }
        if !segment.isOrg { warnings.append(.deviation(.invalidOrg)) }
        warnings += gift.warnings
        if checked.parts.beforeFragment.upperBound < text.count { warnings.append(.fragmentDropped) }
        if !text.isEqual(to: canonical) { warnings.append(.nonCanonical) }
        self.init(
            profile: profile, org: segment.isOrg ? name : nil, orgAlias: segment.isOrg ? nil : name,
            fund: gift.fund, fundUnclear: gift.fundUnclear, recurring: gift.recurring, tag: gift.tag,
            evidence: gift.evidence, placeholder: gift.placeholder, canonical: canonical, warnings: warnings)
    }

    /// Returns the canonical URL of a destination (`docs/invocation-url.md` §3).
    static func canonicalForm(host: String, org: String, fund: String?, recurring: Bool) -> String {
        let fundBytes = fund.map { $0.utf8.count + 3 } ?? 0
        let capacity = 8 + host.utf8.count + 1 + org.utf8.count + 1 + fundBytes + 3
        return String(unsafeUninitializedCapacity: capacity) { buffer in
            var end = 0
            func append(_ text: String) {
                let bytes = text.utf8.span
                for position in bytes.indices { buffer[end + position] = bytes[position] }
                end += bytes.count
            }
            append("https://")
            append(host)
            append("/")
            append(org)
            append("?")
            if let fund {
                append("f=")
                append(fund)
                append("&")
            }
            append(recurring ? "r=1" : "r=0")
            return end
        }
    }
}

extension Span<UInt8> {
    fileprivate func isEqual(to form: String?) -> Bool {
        guard let form, form.utf8.count == count else { return false }
        let bytes = form.utf8.span
        var position = 0
        while position < count, bytes[position] == self[position] { position += 1 }
        return position == count
    }
}

extension Invocation {
    /// A placeholder in the URL on a tag. The chip replaces the placeholder with mirrored data at each tap.
    public enum Placeholder: Sendable, CaseIterable {
        /// The parameter `m`, with 21 characters that an NTAG21x replaces with its UID and counter in ASCII.
        case mirror
        /// The parameters `picc_data` and `cmac`, with 32 and 16 zeros that an NTAG 424 DNA replaces with its
        /// SUN message.
        case sun

        /// The text that this placeholder adds to a URL.
        var text: String {
            switch self {
            case .mirror: "&m=00000000000000x000000"
            case .sun: "&picc_data=" + String(repeating: "0", count: 32) + "&cmac=0000000000000000"
            }
        }
    }

    /// Returns the URL for a tag or a QR code: the canonical URL, followed by the tag's id and the
    /// placeholder if they are given.
    ///
    /// This method is the inverse of `parse`. Arguments that would not be canonical in a URL are refused, not
    /// repaired. Without `tag` and `placeholder`, the result has at most 130 octets with the standard host.
    ///
    /// - Throws: ``InvocationError`` with code `invalidOrg`, `reservedPath`, `invalidFund` or `invalidTag`.
    ///   The error's offset is counted from the start of the invalid argument.
    public static func make(
        org: String, fund: String? = nil, recurring: Bool = false, tag: String? = nil,
        placeholder: Placeholder? = nil, hosts: HostList = .standard
    ) throws(InvocationError) -> String {
        func check(
            _ part: String, _ code: InvocationError.Code, _ isRight: (Span<UInt8>, Range<Int>) -> Bool
        ) throws(InvocationError) {
            let bytes = part.utf8.span
            // A percent sign would be decoded. Canonical text never needs one.
            let percent = bytes.first("%", in: bytes.indices)
            guard percent == nil, isRight(bytes, bytes.indices) else {
                throw InvocationError(code, at: percent ?? 0, found: bytes.excerpt(bytes.indices))
            }
        }
        try check(org, .invalidOrg) { $0.isOrg($1) }
        try check(org, .reservedPath) { !ReservedPath.contains($1, in: $0) }
        if let fund { try check(fund, .invalidFund) { $0.isFund($1) } }
        if let tag { try check(tag, .invalidTag) { $0.isTag($1) } }
        return canonicalForm(host: hosts.primary, org: org, fund: fund, recurring: recurring)
            + additions(tag: tag, placeholder)
    }
}
