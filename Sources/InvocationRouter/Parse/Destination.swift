/// The host of a URL. The initializer runs checks 6 to 11 of `docs/invocation-url.md` §4 on the scheme, the
/// authority, the host and the port.
struct Destination {
    /// The URL's host in lower case. The service accepts this host.
    let host: String
    /// The warnings about the scheme and the port.
    let warnings: [InvocationWarning]

    init(
        _ parts: URLParts, of text: Span<UInt8>, profile: ParseProfile, hosts: HostList
    ) throws(InvocationError) {
        guard let scheme = parts.scheme else { throw InvocationError(.notAbsolute, at: parts.schemeEnd) }
        var warnings: [InvocationWarning] = []
        if !text.decoded(scheme, equals: "https", ignoringCase: true) {
            guard profile == .tap, text.decoded(scheme, equals: "http", ignoringCase: true) else {
                throw InvocationError(.schemeNotAllowed, at: 0, found: text.excerpt(scheme))
            }
            warnings.append(.deviation(.schemeNotAllowed))
        }
        guard let authority = parts.authority else {
            throw InvocationError(.notAbsolute, at: scheme.upperBound + 1)
        }
        if let at = text.first("@", in: authority) {
            throw InvocationError(
                .userinfoNotAllowed, at: at, found: text.excerpt(at + 1..<authority.upperBound),
                expectedHost: hosts.primary)
        }
        let colon = text.first(":", in: authority)
        let hostRange = authority.lowerBound..<(colon ?? authority.upperBound)
        let port = colon.map { $0 + 1..<authority.upperBound }
        guard let index = hosts.index(of: hostRange, in: text) else {
            let isOther = Self.isOther(hostRange, port: port, of: text, hosts: hosts)
            throw InvocationError(
                isOther && profile == .tap ? .otherDestination : .hostNotAllowed, at: hostRange.lowerBound,
                found: text.excerpt(hostRange), expectedHost: hosts.primary, isElsewhere: isOther)
        }
        host = hosts.hosts[index]
        if let port {
            guard port.isEmpty || text.decoded(port, equals: "443") else {
                throw text.error(.portNotAllowed, port)
            }
            warnings.append(.explicitPort)
        }
        self.warnings = warnings
    }

    /// Returns whether the URL certainly belongs to a different site: the authority is well formed, and its
    /// host cannot be confused with a host that the service accepts. A single dot at the end of the host name
    /// is ignored.
    private static func isOther(
        _ range: Range<Int>, port: Range<Int>?, of text: Span<UInt8>, hosts: HostList
    ) -> Bool {
        var host: [UInt8] = []
        for position in range { host.append(text[position].lowercasedASCII) }
        if host.last == UInt8(ascii: ".") { host.removeLast() }
        guard HostName.isWellFormed(host) else { return false }
        for position in port ?? 0..<0 where !(0x30...0x39).contains(text[position]) { return false }
        return !HostName.looksLikeOurs(host, ours: hosts.bytes)
    }
}
