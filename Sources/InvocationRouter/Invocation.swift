/// The contents of a giving URL: an organization, optionally a fund, and whether a monthly gift is offered first.
///
/// A giving URL never contains an amount or an account. All other details of a gift are looked up or entered.
///
/// Source: `docs/invocation-url.md`.
public struct Invocation: Hashable, Sendable {
    /// The profile that was used to read the URL.
    public var profile: ParseProfile
    /// The organization as spelled in the URL, 1...64 ASCII octets; nil if the URL has an alias instead.
    ///
    /// The directory ignores case in organization ids, and returns the spelling under which the organization is
    /// registered.
    public var org: String?
    /// The text in the organization's position if it is not a valid organization id, in NFC (only in profile
    /// `tap`); otherwise nil.
    ///
    /// The directory accepts the text only if an organization has registered exactly this alias. Similar names
    /// are not accepted.
    public var orgAlias: String?
    /// The fund as text, 1...32 ASCII octets, never a number: `007` is not `7`. Nil means the default fund,
    /// unless `fundUnclear` is set.
    public var fund: String?
    /// Whether a fund was intended but is uncertain (only in profile `tap`). If so, the donor has to choose a fund
    /// before the charge.
    public var fundUnclear: Bool
    /// Whether a monthly gift is offered first; false unless the URL has exactly `r=1`.
    public var recurring: Bool
    /// The tag's id in the registry (`t`), 1...16 ASCII octets.
    public var tag: String?
    /// The data that the chip mirrored into the URL at this tap.
    public var evidence: TapEvidence?
    /// The placeholder in the URL instead of evidence, if the chip's mirror is off.
    public var placeholder: Placeholder?
    /// The unique canonical form of this destination, at most 130 octets with the standard host. Nil if the fund
    /// is uncertain, or if the URL contains an alias instead of an organization id.
    public var canonical: String?
    /// The rule deviations that were accepted, in the order of the URL and without duplicates.
    public var warnings: [InvocationWarning]
}

/// The profile that determines which rule deviations are accepted. In both profiles, a gift's destination is
/// certain.
public enum ParseProfile: String, Sendable, CaseIterable {
    /// The rules for URLs that are created or changed. Any deviation is an error.
    case strict
    /// The rules for URLs on existing tags. Because a locked tag cannot be corrected, a deviation that does not
    /// change a gift's destination is only a warning.
    case tap
}

/// The data that a chip mirrors into the URL at each tap.
public enum TapEvidence: Hashable, Sendable {
    /// The ASCII mirror of an NTAG21x (`m`): the UID, 7 bytes, and the tap counter, 24 bits; nil if the counter is not
    /// mirrored.
    ///
    /// The mirror proves nothing, because anyone can type it, but it is useful for counting taps.
    case mirror(uid: [UInt8], counter: UInt32?)
    /// The Secure Unique NFC message of an NTAG 424 DNA: `picc_data`, 16 bytes, and `cmac`, 8 bytes. Neither is
    /// verified here.
    case sun(piccData: [UInt8], cmac: [UInt8])
}

extension Invocation {
    /// Reads a giving URL with the checks of `docs/invocation-url.md` §4, in order. The first failed check is the
    /// error.
    ///
    /// Nothing is trimmed, repaired or re-encoded.
    ///
    /// - Parameters:
    ///   - url: The whole URL, at most 1,024 octets, in profile `tap` 8,192.
    ///   - profile: `strict` for URLs that are created or changed, `tap` for URLs already in use.
    ///   - hosts: The hosts of this service.
    public static func parse(
        _ url: String, profile: ParseProfile = .strict, hosts: HostList = .standard
    ) throws(InvocationError) -> Invocation {
        let text = url.utf8.span
        if let reader = CanonicalReader(text, hosts: hosts) {
            return Invocation(reader, of: text, canonical: url, profile: profile)
        }
        return try judge(text, profile: profile, hosts: hosts)
    }

    /// Reads a giving URL from bytes of a file or network, which need not be UTF-8.
    public static func parse(
        bytes text: Span<UInt8>, profile: ParseProfile = .strict, hosts: HostList = .standard
    ) throws(InvocationError) -> Invocation {
        if let reader = CanonicalReader(text, hosts: hosts) {
            let url = text.decodedString(0..<text.count)
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

    /// Runs the checks of a giving URL in order.
    static func judge(
        _ text: Span<UInt8>, profile: ParseProfile, hosts: HostList
    ) throws(InvocationError) -> Invocation {
        try Invocation(SharedChecks(text, profile: profile, hosts: hosts), of: text, profile: profile)
    }

    /// Runs checks 19 to 29 on a string that has passed checks 1 to 18.
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

    /// Returns the canonical spelling of a destination (`docs/invocation-url.md` §3).
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
    /// A placeholder in the URL on a tag. It reserves space for a value that the chip inserts at each tap.
    public enum Placeholder: Sendable, CaseIterable {
        /// `m`: the ASCII mirror of UID and counter of an NTAG21x, 21 characters.
        case mirror
        /// `picc_data` and `cmac`: the Secure Unique NFC message of an NTAG 424 DNA, 32 and 16 characters.
        case sun

        /// The text that this placeholder adds to a URL.
        var text: String {
            switch self {
            case .mirror: "&m=00000000000000x000000"
            case .sun: "&picc_data=" + String(repeating: "0", count: 32) + "&cmac=0000000000000000"
            }
        }
    }

    /// Returns the URL of a tag or QR code: the canonical form, then the tag's id, then a placeholder.
    ///
    /// This method is the inverse of `parse`: nothing is repaired, and input that is not in canonical form is refused.
    /// The result has at most 130 octets with the standard host, without `tag` and `placeholder`.
    ///
    /// - Throws: `invalidOrg`, `reservedPath`, `invalidFund` or `invalidTag`. The offset of the error counts from the
    ///   start of the invalid argument.
    public static func make(
        org: String, fund: String? = nil, recurring: Bool = false, tag: String? = nil,
        placeholder: Placeholder? = nil, hosts: HostList = .standard
    ) throws(InvocationError) -> String {
        func check(
            _ part: String, _ code: InvocationError.Code, _ isRight: (Span<UInt8>, Range<Int>) -> Bool
        ) throws(InvocationError) {
            let bytes = part.utf8.span
            // A percent sign would be decoded. Canonical text never needs one.
            if let percent = bytes.first(UInt8(ascii: "%"), in: 0..<bytes.count) {
                throw InvocationError(code, at: percent, found: bytes.excerpt(0..<bytes.count))
            }
            guard isRight(bytes, 0..<bytes.count) else {
                throw InvocationError(code, at: 0, found: bytes.excerpt(0..<bytes.count))
            }
        }
        try check(org, .invalidOrg) { $0.isOrg($1) }
        try check(org, .reservedPath) { !ReservedPath.contains($1, in: $0) }
        if let fund { try check(fund, .invalidFund) { $0.isFund($1) } }
        if let tag { try check(tag, .invalidTag) { $0.isTag($1) } }
        var url = canonicalForm(host: hosts.primary, org: org, fund: fund, recurring: recurring)
        if let tag { url += "&t=" + tag }
        if let placeholder { url += placeholder.text }
        return url
    }
}
