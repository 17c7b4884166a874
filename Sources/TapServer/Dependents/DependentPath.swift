/// What stands below `/-/dependents`: all of it behind the token of a guardian's link.
enum DependentPath: Hashable, Sendable {
    /// `/-/dependents/{token}`
    case list(token: String)
    /// `/-/dependents/{token}/{id}/…`
    case review(token: String, id: String), approve(token: String, id: String)
    case confirmation(token: String, id: String)
    /// `/-/dependents/{token}/{id}/bank`: the page of the guardian's bank (GET), and the guardian's response to it (POST).
    case bank(token: String, id: String)

    static let root = "/-/dependents"

    /// - Parameter parts: What stands between the slashes behind the root.
    init?(_ parts: some Collection<String>) {
        let parts = Array(parts)
        switch (parts.count, parts.last) {
        case (1, _): self = .list(token: parts[0])
        case (3, "review"): self = .review(token: parts[0], id: parts[1])
        case (3, "approve"): self = .approve(token: parts[0], id: parts[1])
        case (3, "confirmation"): self = .confirmation(token: parts[0], id: parts[1])
        case (3, "bank"): self = .bank(token: parts[0], id: parts[1])
        default: return nil
        }
    }

    /// With what it is asked for.
    var methods: [String] {
        switch self {
        case .list, .review, .confirmation: ["GET"]
        case .approve: ["POST"]
        case .bank: ["GET", "POST"]
        }
    }

    /// What a guardian's link ends with.
    var token: String {
        switch self {
        case .list(let token), .review(let token, _), .approve(let token, _), .confirmation(let token, _),
            .bank(let token, _):
            token
        }
    }

    /// As it stands in a link.
    var text: String {
        switch self {
        case .list(let token): "\(Self.root)/\(token)"
        case .review(let token, let id): "\(Self.root)/\(token)/\(id)/review"
        case .approve(let token, let id): "\(Self.root)/\(token)/\(id)/approve"
        case .confirmation(let token, let id): "\(Self.root)/\(token)/\(id)/confirmation"
        case .bank(let token, let id): "\(Self.root)/\(token)/\(id)/bank"
        }
    }

    /// The same without what a token or a person stands in.
    var template: String {
        switch self {
        case .list: Self.list(token: "{token}").text
        case .review: Self.review(token: "{token}", id: "{id}").text
        case .approve: Self.approve(token: "{token}", id: "{id}").text
        case .confirmation: Self.confirmation(token: "{token}", id: "{id}").text
        case .bank: Self.bank(token: "{token}", id: "{id}").text
        }
    }
}
