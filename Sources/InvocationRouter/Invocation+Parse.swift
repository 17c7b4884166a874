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
        // Checks 1 to 5.
        if text.isEmpty { throw InvocationError(.empty, at: 0) }
        let limit = profile == .strict ? 1024 : 8192
        if text.count > limit { throw InvocationError(.tooLong, at: limit) }
        let parts = URLParts(of: text)
        try parts.checkOctets(of: text, profile: profile)
        // Checks 6 to 11.
        let destination = try Destination(parts, of: text, profile: profile, hosts: hosts)
        // Checks 12 to 14. In profile `tap` the query is checked parameter by parameter.
        let decodedEnd = profile == .strict ? parts.beforeFragment.upperBound : parts.path.upperBound
        if !parts.isPlain, let fault = text.decodedTextFault(in: parts.path.lowerBound..<decodedEnd) {
            throw InvocationError(fault.code, at: fault.offset)
        }
        let path = try PathParser(parts.path, of: text, profile: profile)
        let gift = try GiftParameters(parts.query, of: text, profile: profile)

        let name = text.decodedString(path.segment)
        let isCertain = path.isOrg && !gift.fundUnclear
        let canonical =
            isCertain
            ? canonicalForm(host: destination.host, org: name, fund: gift.fund, recurring: gift.recurring)
            : nil
        var warnings = destination.warnings
        if path.hasTrailingSlash { warnings.append(.trailingSlash) }
        if !path.isOrg { warnings.append(.deviation(.invalidOrg)) }
        warnings += gift.warnings
        if parts.beforeFragment.upperBound < text.count { warnings.append(.fragmentDropped) }
        if !text.isEqual(to: canonical) { warnings.append(.nonCanonical) }
        return Invocation(
            profile: profile, org: path.isOrg ? name : nil, orgAlias: path.isOrg ? nil : name,
            fund: gift.fund,
            fundUnclear: gift.fundUnclear, recurring: gift.recurring, tag: gift.tag, evidence: gift.evidence,
            placeholder: gift.placeholder,
            canonical: canonical, warnings: warnings)
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

extension URLParts {
    /// Checks 3 and 5. Profile `tap` leaves query and fragment alone, and takes raw UTF-8 in the path.
    func checkOctets(of text: Span<UInt8>, profile: ParseProfile) throws(InvocationError) {
        if classes.isDisjoint(with: [.forbidden, .high, .percent]) { return }
        let forbidden: Span<UInt8>.Fault?
        let percent: Span<UInt8>.Fault?
        switch profile {
        case .strict:
            forbidden = text.forbiddenOctet(in: 0..<text.count)
            percent = text.badPercent(in: beforeFragment)
        case .tap:
            let head = 0..<path.upperBound
            forbidden = text.forbiddenOctet(in: head, allowingHighOctetsIn: path)
            percent = text.badPercent(in: head)
        }
        if let fault = forbidden ?? percent {
            throw InvocationError(
                fault.code, at: fault.offset, found: text.excerpt(text.wholeCharacter(at: fault.offset)))
        }
    }
}

extension Span<UInt8> {
    /// An octet with the UTF-8 continuations behind it.
    fileprivate func wholeCharacter(at start: Int) -> Range<Int> {
        var end = start + 1
        while end < count, end < start + 4, 0x80...0xBF ~= self[end] { end += 1 }
        return start..<end
    }

    fileprivate func isEqual(to form: String?) -> Bool {
        guard let form, form.utf8.count == count else { return false }
        let octets = form.utf8.span
        var position = 0
        while position < count, octets[position] == self[position] { position += 1 }
        return position == count
    }
}
