extension Invocation {
    /// Reads a giving URL by the checks of `docs/invocation-url.md` §4, in their order; the first that fails is
    /// the error.
    ///
    /// Nothing is trimmed, repaired or re-encoded.
    ///
    /// - Parameters:
    ///   - url: The whole URL, at most 1,024 octets, in profile `tap` 8,192.
    ///   - profile: `strict` for what is made or changed, `tap` for what is out there already.
    ///   - hosts: The hosts that are ours.
    public static func parse(
        _ url: String, profile: ParseProfile = .strict, hosts: HostList = .standard
    ) throws(InvocationError) -> Invocation {
        let text = url.utf8.span
        if let reader = CanonicalReader(text, hosts: hosts) {
            return Invocation(reader, of: text, canonical: url, profile: profile)
        }
        return try judge(text, profile: profile, hosts: hosts)
    }

    /// Reads a giving URL as it stood in a record or came over a wire; it need not be UTF-8.
    public static func parse(
        octets text: Span<UInt8>, profile: ParseProfile = .strict, hosts: HostList = .standard
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

    /// The checks, one after another.
    static func judge(
        _ text: Span<UInt8>, profile: ParseProfile, hosts: HostList
    ) throws(InvocationError) -> Invocation {
        try Invocation(SharedChecks(text, profile: profile, hosts: hosts), of: text, profile: profile)
    }

    /// Checks 19 to 29, of a text that has passed the others.
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

    /// The one spelling of a destination (`docs/invocation-url.md` §3).
    static func canonicalForm(host: String, org: String, fund: String?, recurring: Bool) -> String {
        let fundOctets = fund.map { $0.utf8.count + 3 } ?? 0
        let capacity = 8 + host.utf8.count + 1 + org.utf8.count + 1 + fundOctets + 3
        return String(unsafeUninitializedCapacity: capacity) { buffer in
            var end = 0
            func append(_ text: String) {
                let octets = text.utf8.span
                for position in octets.indices { buffer[end + position] = octets[position] }
                end += octets.count
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
        let octets = form.utf8.span
        var position = 0
        while position < count, octets[position] == self[position] { position += 1 }
        return position == count
    }
}
