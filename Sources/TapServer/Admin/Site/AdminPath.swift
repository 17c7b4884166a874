import Foundation
import ServerKit
import StaffAccess

/// What a path below `/admin` leads to, and what it needs.
enum AdminPath: Hashable, Sendable {
    case home, signIn, signOut
    /// What a live view runs.
    case liveScript
    /// `/admin/org/{id}/…`
    case organization(String, AdminPage)

    static let root = "/admin"

    /// Whether a path is one of these, or none at all, below `/admin`.
    static func isBelow(_ path: String) -> Bool { path == root || path.hasPrefix(root + "/") }

    /// - Returns: nil where nothing stands.
    init?(_ path: String) {
        let parts = path.split(separator: "/").dropFirst().map { $0.removingPercentEncoding ?? "" }
        switch (parts.first, parts.count) {
        case (nil, _): self = .home
        case ("sign-in", 1): self = .signIn
        case ("sign-out", 1): self = .signOut
        case ("live.js", 1): self = .liveScript
        case ("org", 2...):
            guard let page = AdminPage(Array(parts.dropFirst(2))) else { return nil }
            self = .organization(parts[1], page)
        default: return nil
        }
    }

    /// The most octets of one of its fields: a statement fills what a form may have.
    var longestField: Int {
        if case .organization(_, .bank) = self { return 32 << 10 }
        return FormFields.longestField
    }

    /// With what it may be asked for: what changes something is posted.
    var methods: [String] {
        switch self {
        case .home, .liveScript: ["GET"]
        case .signIn: ["GET", "POST"]
        case .signOut: ["POST"]
        case .organization(_, let page): page.methods
        }
    }
}

/// A page of an organization.
enum AdminPage: Hashable, Sendable {
    case overview, live, liveEvents, gifts, giftSheet, funds, monthly, payouts, bank, journal, statements,
        tags, newFund
    case gift(String), refund(String), fund(String), payout(String), statement(donor: String), batch(String)
    /// A row of a batch, by its number.
    case seat(batch: String, row: Int)

    init?(_ parts: [String]) {
        switch (parts.first, parts.count) {
        case (nil, _): self = .overview
        case ("live", 1): self = .live
        case ("live", 2) where parts[1] == "events": self = .liveEvents
        case ("gifts", 1): self = .gifts
        case ("gifts.csv", 1): self = .giftSheet
        case ("gifts", 2): self = .gift(parts[1])
        case ("gifts", 3) where parts[2] == "refund": self = .refund(parts[1])
        case ("funds", 1): self = .funds
        case ("funds", 2): self = .fund(parts[1])
        case ("new-fund", 1): self = .newFund
        case ("monthly", 1): self = .monthly
        case ("payouts", 1): self = .payouts
        case ("journal.csv", 1): self = .journal
        case ("payouts", 2) where parts[1] == "bank": self = .bank
        case ("payouts", 2): self = .payout(parts[1])
        case ("statements", 1): self = .statements
        case ("statements", 2): self = .statement(donor: parts[1])
        case ("tags", 1): self = .tags
        case ("tags", 2): self = .batch(parts[1])
        case ("tags", 3):
            guard let row = Int(parts[2]) else { return nil }
            self = .seat(batch: parts[1], row: row)
        default: return nil
        }
    }

    /// The path behind the organization's.
    var path: String {
        switch self {
        case .overview: ""
        case .live: "/live"
        case .liveEvents: "/live/events"
        case .gifts: "/gifts"
        case .giftSheet: "/gifts.csv"
        case .gift(let id): "/gifts/\(id)"
        case .refund(let id): "/gifts/\(id)/refund"
        case .funds: "/funds"
        case .fund(let id): "/funds/\(Self.escaped(id))"
        case .newFund: "/new-fund"
        case .monthly: "/monthly"
        case .payouts: "/payouts"
        case .bank: "/payouts/bank"
        case .journal: "/journal.csv"
        case .payout(let id): "/payouts/\(id)"
        case .statements: "/statements"
        case .statement(let donor): "/statements/\(donor)"
        case .tags: "/tags"
        case .batch(let name): "/tags/\(Self.escaped(name))"
        case .seat(let batch, let row): "/tags/\(Self.escaped(batch))/\(row)"
        }
    }

    /// What somebody has to be permitted to see it.
    var needed: StaffPermission {
        switch self {
        case .overview, .live, .liveEvents, .gifts, .giftSheet, .gift, .funds, .monthly, .payouts, .payout,
            .bank, .journal, .statements, .statement:
            .seeMoney
        case .refund, .fund, .newFund: .change
        case .tags, .batch: .seeTags
        case .seat: .changeTags
        }
    }

    var methods: [String] {
        switch self {
        case .refund, .bank, .fund, .newFund, .seat: ["GET", "POST"]
        default: ["GET"]
        }
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}
