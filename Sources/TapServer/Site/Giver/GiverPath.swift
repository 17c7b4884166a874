/// What a path below `/-/giver` leads to: what donors see and change of their own.
enum GiverPath: Hashable, Sendable {
    /// A link is asked for here; whoever is signed in sees their gifts.
    case start
    /// `link/{token}`
    case link(String)
    /// Signs out.
    case out
    /// `gift/{id}` and `gift/{id}/refund`
    case gift(String), refund(String)
    /// `receipt/{number}`
    case receipt(String)
    /// `statements`, and `statements/{organization}/{year}` with `.csv` behind it or not.
    case statements, statement(organization: String, file: String)
    /// `monthly/{id}` and what is changed of it.
    case monthly(String), change(String, MonthlyForm)

    /// - Parameter parts: What stands behind `/-/giver`; nil where nothing is there.
    init?(_ parts: ArraySlice<String>) {
        let parts = Array(parts)
        switch (parts.first, parts.count) {
        case (nil, 0): self = .start
        case ("out", 1): self = .out
        case ("statements", 1): self = .statements
        case ("link", 2): self = .link(parts[1])
        case ("gift", 2): self = .gift(parts[1])
        case ("gift", 3) where parts[2] == "refund": self = .refund(parts[1])
        case ("receipt", 2): self = .receipt(parts[1])
        case ("statements", 3): self = .statement(organization: parts[1], file: parts[2])
        case ("monthly", 2): self = .monthly(parts[1])
        case ("monthly", 3):
            guard let form = MonthlyForm(rawValue: parts[2]) else { return nil }
            self = .change(parts[1], form)
        default: return nil
        }
    }

    /// With what it is asked for: what changes something is posted.
    var methods: [String] {
        switch self {
        case .start, .link: ["GET", "POST"]
        case .out, .refund, .change: ["POST"]
        case .gift, .receipt, .statements, .statement, .monthly: ["GET"]
        }
    }
}

/// What a donor changes of a monthly gift, each by a form of its own.
enum MonthlyForm: String, CaseIterable, Hashable, Sendable {
    case amount, day, fund, card, pause, resume, end
}
