/// What a path leads to: pages of ours begin with `/-/`, which no organization can, and everything else is a link.
///
/// Source: docs/invocation-url.md §5.
enum SitePath: Hashable, Sendable {
    case health, front, choose, review, change, give, wallet
    /// `/.well-known/{name}`
    case association(String)
    /// What browsers ask for unasked.
    case nothing
    /// `/-/give/{key}` and what stands behind it.
    case gift(key: String), receipt(key: String), retry(key: String), bank(key: String)
    /// `/-/giver` and what stands behind it.
    case giver(GiverPath)
    /// What stands below `/-/dependents`.
    case dependents(DependentPath)
    /// What stands below `/pay`.
    case payment(PaymentPath)
    /// What stands below `/-/payee`.
    case payee(PayeePath)
    /// `/plan/{code}`, and what stands below `/-/plan`.
    case plan(PlanPath)
    /// What a tag says: the router reads it.
    case link

    init(_ path: String) {
        switch path {
        case "/healthz": self = .health
        case "/", "": self = .front
        case "/-/choose": self = .choose
        case "/-/review": self = .review
        case "/-/change": self = .change
        case "/-/give": self = .give
        case "/-/wallet": self = .wallet
        case "/favicon.ico", "/robots.txt": self = .nothing
        default: self = Self.below(path.split(separator: "/").map(String.init))
        }
    }

    private static func below(_ parts: [String]) -> SitePath {
        switch (parts.first, parts.count) {
        case (".well-known", 2): return .association(parts[1])
        case ("-", 3) where parts[1] == "give": return .gift(key: parts[2])
        case ("-", 4) where parts[1] == "give":
            let pages = [
                "receipt": SitePath.receipt(key: parts[2]), "retry": .retry(key: parts[2]),
                "bank": .bank(key: parts[2]),
            ]
            return pages[parts[3]] ?? .link
        case ("-", 2...5) where parts[1] == "giver":
            return GiverPath(parts.dropFirst(2)).map(SitePath.giver) ?? .link
        case ("-", 3...5) where parts[1] == "dependents":
            return DependentPath(parts.dropFirst(2)).map(SitePath.dependents) ?? .link
        case ("-", 3...5) where parts[1] == "payee":
            return PayeePath(parts.dropFirst(2)).map(SitePath.payee) ?? .link
        case ("-", 3...4) where parts[1] == "plan":
            return PlanPath(parts.dropFirst(2)).map(SitePath.plan) ?? .link
        case ("plan", 2): return .plan(.offer(code: parts[1]))
        case ("pay", 2...3): return PaymentPath(parts.dropFirst()).map(SitePath.payment) ?? .link
        default: return .link
        }
    }

    /// With what it is asked for: what changes something is posted, and nothing else.
    var methods: [String] {
        switch self {
        case .change, .give, .retry, .bank: ["POST"]
        case .giver(let path): path.methods
        case .dependents(let path): path.methods
        case .payment(let path): path.methods
        case .payee(let path): path.methods
        case .plan(let path): path.methods
        case .health, .front, .choose, .review, .wallet, .association, .nothing, .gift, .receipt, .link:
            ["GET"]
        }
    }
}
