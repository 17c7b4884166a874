/// Where plans are: what a tag leads to, and what stands behind the token of a subscriber's link.
enum PlanPath: Hashable, Sendable {
    /// `/plan/{code}`: what a plan gives, and what it costs.
    case offer(code: String)
    /// `/-/plan/{token}`: the review of what is bought, with `?plan=`; then how it stands.
    case own(token: String)
    /// `/-/plan/{token}/change`: changes the plan or the card, cancels the plan or resumes it.
    case change(token: String)
    /// `/-/plan/{token}/bank`: the buyer's response to their bank.
    case bank(token: String)

    static let root = "/-/plan"

    /// - Parameter parts: What stands between the slashes behind the root.
    init?(_ parts: some Collection<String>) {
        let parts = Array(parts)
        switch (parts.count, parts.last) {
        case (1, _): self = .own(token: parts[0])
        case (2, "bank"): self = .bank(token: parts[0])
        case (2, "change"): self = .change(token: parts[0])
        default: return nil
        }
    }

    /// With what it is asked for.
    var methods: [String] {
        switch self {
        case .offer: ["GET"]
        case .own: ["GET", "POST"]
        case .change, .bank: ["POST"]
        }
    }

    /// As it stands in a link.
    var text: String {
        switch self {
        case .offer(let code): "/plan/\(code)"
        case .own(let token): "\(Self.root)/\(token)"
        case .change(let token): "\(Self.root)/\(token)/change"
        case .bank(let token): "\(Self.root)/\(token)/bank"
        }
    }

    /// The same without the token, or what was asked for.
    var template: String {
        switch self {
        case .offer: Self.offer(code: "{code}").text
        case .own: Self.own(token: "{token}").text
        case .change: Self.change(token: "{token}").text
        case .bank: Self.bank(token: "{token}").text
        }
    }
}
