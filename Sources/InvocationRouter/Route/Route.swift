/// What a URL of our hosts leads to.
///
/// The router looks at the first path segment: a word of its own leads to another route, everything else names an
/// organization.
///
/// Source: `docs/invocation-url.md` §5.
public enum Route: Hashable, Sendable {
    /// `/{org}?f=&r=`: a gift.
    case gift(Invocation)
    /// `/pay/{token}`: one payable. The token is 22 letters of base64url (128 random bits), never a database id.
    case payment(token: String)
    /// `/plan/{code}`: a subscription plan; the code has the grammar of a fund.
    case plan(code: String)
    /// `/t/{tag}`: a managed tag, whose destination the registry knows at the moment of the tap.
    case managedTag(id: String)
}

/// The words of the routes that lead to a payment, a plan or a tag, and what stands behind them.
enum RouteWord: String, CaseIterable {
    case pay, plan
    case tag = "t"

    /// What is wrong when something else stands behind the word.
    var malformed: InvocationError.Code {
        switch self {
        case .pay: .invalidToken
        case .plan: .invalidPlan
        case .tag: .invalidTag
        }
    }

    /// Whether the range can stand behind the word.
    func accepts(_ range: Range<Int>, of text: Span<UInt8>) -> Bool {
        switch self {
        case .pay: text.isToken(range)
        case .plan: text.isFund(range)
        case .tag: text.isTag(range)
        }
    }

    /// The route to `name`.
    func route(to name: String) -> Route {
        switch self {
        case .pay: .payment(token: name)
        case .plan: .plan(code: name)
        case .tag: .managedTag(id: name)
        }
    }

    /// The word that a segment is, decoded and without case.
    init?(_ segment: Range<Int>, of text: Span<UInt8>) {
        let name = text.decodedString(segment).lowercased()
        guard let word = RouteWord(rawValue: name) else { return nil }
        self = word
    }
}
