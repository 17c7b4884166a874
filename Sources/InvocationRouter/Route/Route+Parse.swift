extension Route {
    /// Reads a URL by the checks of `docs/invocation-url.md` §4; the first that fails is the error.
    ///
    /// Checks 1 to 18 are the same for all routes. Behind `/pay/`, `/plan/` and `/t/` the query means nothing and
    /// is not looked at; profile `strict` still wants its octets and its encoding in order.
    ///
    /// - Throws: What ``Invocation/parse(_:profile:hosts:)`` throws for a gift; `invalidToken`, `invalidPlan` and
    ///   `invalidTag` for the other routes, `unexpectedPath` for more behind them, and `reservedPath` for every
    ///   other page of the service.
    public static func parse(
        _ url: String, profile: ParseProfile = .strict, hosts: HostList = .standard
    ) throws(InvocationError) -> Route {
        try parse(octets: url.utf8.span, profile: profile, hosts: hosts)
    }

    /// Reads a URL as it stood in a record or came over a wire; it need not be UTF-8.
    public static func parse(
        octets text: Span<UInt8>, profile: ParseProfile = .strict, hosts: HostList = .standard
    ) throws(InvocationError) -> Route {
        if CanonicalReader(text, hosts: hosts) != nil {
            return .gift(try Invocation.parse(octets: text, profile: profile, hosts: hosts))
        }
        let checked = try SharedChecks(text, profile: profile, hosts: hosts)
        guard let word = RouteWord(checked.path.first, of: text) else {
            return .gift(try Invocation(checked, of: text, profile: profile))
        }
        let end = checked.path.first.upperBound
        let rest = checked.path.rest ?? end..<end
        let slash = text.first(UInt8(ascii: "/"), in: rest)
        let name = rest.lowerBound..<(slash ?? rest.upperBound)
        guard word.accepts(name, of: text) else {
            throw InvocationError(word.malformed, at: name.lowerBound, found: text.excerpt(name))
        }
        if let slash {
            let more = slash + 1..<rest.upperBound
            throw InvocationError(.unexpectedPath, at: more.lowerBound, found: text.excerpt(more))
        }
        return word.route(to: text.decodedString(name))
    }
}
