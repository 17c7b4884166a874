/// The destination of a URL of the service.
///
/// The first path segment determines the route. The words `pay`, `plan` and `t` select a payment, a plan and
/// a managed tag. Any other segment identifies an organization, unless it is a reserved word. Reserved words
/// belong to other pages of the service.
///
/// Source: `docs/invocation-url.md` §5.
public enum Route: Hashable, Sendable {
    /// `/{org}?f=&r=`: the page for making a gift.
    case gift(Invocation)
    /// `/pay/{token}`: the page for making a payment that is due. The token is 22 characters of base64url
    /// (128 random bits), never a database id.
    case payment(token: String)
    /// `/plan/{code}`: the page for subscribing to a plan. A code has the same form as a fund id.
    case plan(code: String)
    /// `/t/{tag}`: a managed tag. The registry contains the tag's destination, which is looked up at each
    /// tap.
    case managedTag(id: String)

    /// Parses a URL with the checks of `docs/invocation-url.md` §4. The first check that fails determines the
    /// error.
    ///
    /// Checks 1 to 18 are the same for all routes. After `/pay/`, `/plan/` and `/t/`, the query has no
    /// meaning and is ignored, but profile `strict` still checks its octets and encoding.
    ///
    /// - Throws: The errors of ``Invocation/parse(_:profile:hosts:)`` for a gift; `invalidToken`,
    ///   `invalidPlan` or `invalidTag` for the other routes; `unexpectedPath` for additional path segments;
    ///   `reservedPath` for all other pages of the service.
    public static func parse(
        _ url: String, profile: ParseProfile = .strict, hosts: HostList = .standard
    ) throws(InvocationError) -> Route {
        try parse(bytes: url.utf8.span, profile: profile, hosts: hosts)
    }

    /// Parses a URL from bytes that may be invalid UTF-8, such as the content of a file or a network message.
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
        let slash = text.first("/", in: rest)
        let name = rest.lowerBound..<(slash ?? rest.upperBound)
        guard word.accepts(name, of: text) else {
            throw text.error(word.malformed, name)
        }
        if let slash {
            let more = slash + 1..<rest.upperBound
            throw text.error(.unexpectedPath, more)
        }
        return word.route(to: text.decodedString(name))
    }

    /// Returns the canonical URL of this route. This method is the inverse of ``parse(_:profile:hosts:)``.
    ///
    /// For a gift, the result is the URL to write to a tag: the canonical URL, followed by the tag's id if
    /// the gift has one, and by a placeholder if the gift has mirrored data or a placeholder.
    ///
    /// - Throws: ``InvocationError`` with code `invalidToken`, `invalidPlan` or `invalidTag`, or the errors
    ///   of `Invocation.make` for a gift. There is no URL for a gift if only an alias of the organization is
    ///   known (`invalidOrg`) or the fund is uncertain (`invalidFund`).
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
        let all = bytes.indices
        // A percent sign would be decoded. Canonical text never needs one.
        guard bytes.first("%", in: all) == nil, word.accepts(all, of: bytes) else {
            throw bytes.error(word.malformed, all)
        }
        return "https://\(hosts.primary)/\(word.rawValue)/\(name)"
    }
}

/// The first path segments of the routes to a payment, a plan and a managed tag. The next segment is a token,
/// a code or an id.
enum RouteWord: String, CaseIterable {
    case pay, plan
    case tag = "t"

    /// The error code to use if the path segment after this word is not valid.
    var malformed: InvocationError.Code {
        switch self {
        case .pay: .invalidToken
        case .plan: .invalidPlan
        case .tag: .invalidTag
        }
    }

    /// Returns whether the range is a valid token, code or id for this route.
    func accepts(_ range: Range<Int>, of text: Span<UInt8>) -> Bool {
        switch self {
        case .pay: text.isToken(range)
        case .plan: text.isFund(range)
        case .tag: text.isTag(range)
        }
    }

    /// Returns the route to the payment, plan or tag with this token, code or id.
    func route(to name: String) -> Route {
        switch self {
        case .pay: .payment(token: name)
        case .plan: .plan(code: name)
        case .tag: .managedTag(id: name)
        }
    }

    /// Looks up the route word in a path segment. The segment is percent-decoded, and its letter case is
    /// ignored. Returns nil if the segment is not a route word.
    init?(_ segment: Range<Int>, of text: Span<UInt8>) {
        self.init(rawValue: text.decodedString(segment).lowercased())
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
