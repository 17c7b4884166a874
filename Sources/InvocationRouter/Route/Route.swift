/// The destination of a URL on our hosts.
///
/// The first path segment determines the route. A reserved word selects one of the other routes. Any other
/// segment is an organization.
///
/// Source: `docs/invocation-url.md` §5.
public enum Route: Hashable, Sendable {
    /// `/{org}?f=&r=`: a gift.
    case gift(Invocation)
    /// `/pay/{token}`: a payment that is due. The token is 22 letters of base64url (128 random bits), never a database
    /// id.
    case payment(token: String)
    /// `/plan/{code}`: a subscription plan. The code has the grammar of a fund id.
    case plan(code: String)
    /// `/t/{tag}`: a managed tag, whose destination is looked up in the registry at each tap.
    case managedTag(id: String)

    /// Reads a URL with the checks of `docs/invocation-url.md` §4. The first failed check is the error.
    ///
    /// Checks 1 to 18 are the same for all routes. After `/pay/`, `/plan/` and `/t/`, the query has no meaning and is
    /// ignored. Profile `strict` still checks its octets and encoding.
    ///
    /// - Throws: The errors of ``Invocation/parse(_:profile:hosts:)`` for a gift; `invalidToken`, `invalidPlan`
    ///   and `invalidTag` for the other routes, `unexpectedPath` for additional path segments, and `reservedPath`
    ///   for all other pages of the service.
    public static func parse(
        _ url: String, profile: ParseProfile = .strict, hosts: HostList = .standard
    ) throws(InvocationError) -> Route {
        try parse(bytes: url.utf8.span, profile: profile, hosts: hosts)
    }

    /// Reads a URL from bytes of a file or network, which need not be UTF-8.
    public static func parse(
        bytes text: Span<UInt8>, profile: ParseProfile = .strict, hosts: HostList = .standard
    ) throws(InvocationError) -> Route {
        if CanonicalReader(text, hosts: hosts) != nil {
            return .gift(try Invocation.parse(bytes: text, profile: profile, hosts: hosts))
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

    /// Returns the canonical URL of this route. This method is the inverse of ``parse(_:profile:hosts:)``.
    ///
    /// A gift's URL is the one for a tag: the canonical form, the tag's id, and the placeholder for the chip's
    /// values.
    ///
    /// - Throws: `invalidToken`, `invalidPlan`, `invalidTag`, and the errors of `Invocation.make`. A gift has no URL if
    ///   only an alias of the organization is known (`invalidOrg`) or if the fund is ambiguous (`invalidFund`).
    public func url(hosts: HostList = .standard) throws(InvocationError) -> String {
        switch self {
        case .gift(let invocation): try invocation.madeAgain(hosts: hosts)
        case .payment(let token): try Self.url(.pay, token, hosts)
        case .plan(let code): try Self.url(.plan, code, hosts)
        case .managedTag(let id): try Self.url(.tag, id, hosts)
        }
    }

    private static func url(
        _ word: RouteWord, _ name: String, _ hosts: HostList
    ) throws(InvocationError) -> String {
        let bytes = name.utf8.span
        let all = 0..<bytes.count
        // A percent sign would be decoded. Canonical text never needs one.
        guard bytes.first(UInt8(ascii: "%"), in: all) == nil, word.accepts(all, of: bytes) else {
            throw InvocationError(word.malformed, at: 0, found: bytes.excerpt(all))
        }
        return "https://\(hosts.primary)/\(word.rawValue)/\(name)"
    }
}

/// The first path segments of the routes to a payment, a plan or a tag. A name follows each of them.
enum RouteWord: String, CaseIterable {
    case pay, plan
    case tag = "t"

    /// The error for an invalid name in the next path segment.
    var malformed: InvocationError.Code {
        switch self {
        case .pay: .invalidToken
        case .plan: .invalidPlan
        case .tag: .invalidTag
        }
    }

    /// Returns whether the range is a valid name for this route.
    func accepts(_ range: Range<Int>, of text: Span<UInt8>) -> Bool {
        switch self {
        case .pay: text.isToken(range)
        case .plan: text.isFund(range)
        case .tag: text.isTag(range)
        }
    }

    /// Returns the route to the payment, plan or tag called `name`.
    func route(to name: String) -> Route {
        switch self {
        case .pay: .payment(token: name)
        case .plan: .plan(code: name)
        case .tag: .managedTag(id: name)
        }
    }

    /// Creates the route word that equals a path segment, decoded and ignoring case; nil for any other segment.
    init?(_ segment: Range<Int>, of text: Span<UInt8>) {
        let name = text.decodedString(segment).lowercased()
        guard let word = RouteWord(rawValue: name) else { return nil }
        self = word
    }
}

extension Invocation {
    fileprivate func madeAgain(hosts: HostList) throws(InvocationError) -> String {
        guard let org else {
            throw InvocationError(.invalidOrg, at: 0, found: (orgAlias ?? "").escapedForDisplay())
        }
        if fundUnclear { throw InvocationError(.invalidFund, at: 0) }
        return try Invocation.make(
            org: org, fund: fund, recurring: recurring, tag: tag, placeholder: placeholderToWrite,
            hosts: hosts)
    }
}
