extension Invocation {
    /// What a chip shall fill in at each tap: the place-holder that the writer leaves for it.
    public enum Placeholder: Hashable, Sendable, CaseIterable {
        /// `m`: the ASCII mirror of UID and counter of an NTAG21x, 21 characters.
        case mirror
        /// `picc_data` and `cmac`: the Secure Unique NFC message of an NTAG 424 DNA, 32 and 16 characters.
        case sun

        /// What it adds to a URL.
        var text: String {
            switch self {
            case .mirror: "&m=00000000000000x000000"
            case .sun: "&picc_data=" + String(repeating: "0", count: 32) + "&cmac=0000000000000000"
            }
        }
    }

    /// The URL that a tag or a code carries: the canonical form, then the tag's id, then a place-holder.
    ///
    /// It is the inverse of `parse`: nothing is repaired, and what has another form than the canonical one is
    /// refused. At most 130 octets with the standard host, without `tag` and `placeholder`.
    ///
    /// - Throws: `invalidOrg`, `reservedPath`, `invalidFund` or `invalidTag`; its offset counts from the start
    ///   of that part.
    public static func make(
        org: String, fund: String? = nil, recurring: Bool = false, tag: String? = nil,
        placeholder: Placeholder? = nil, hosts: HostList = .standard
    ) throws(InvocationError) -> String {
        func check(
            _ part: String, _ code: InvocationError.Code, _ isRight: (Span<UInt8>, Range<Int>) -> Bool
        ) throws(InvocationError) {
            let octets = part.utf8.span
            // A percent sign would be decoded; nothing that needs it is canonical.
            if let percent = octets.first(UInt8(ascii: "%"), in: 0..<octets.count) {
                throw InvocationError(code, at: percent, found: octets.excerpt(0..<octets.count))
            }
            guard isRight(octets, 0..<octets.count) else {
                throw InvocationError(code, at: 0, found: octets.excerpt(0..<octets.count))
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
