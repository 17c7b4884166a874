import Foundation

/// The paths of the staff pages. For the pages below an organization's overview, see ``AdminPage``.
enum AdminPath {
    static let root = "/admin"
    static let home: RoutePath = "/admin"
    static let signIn: RoutePath = "/admin/sign-in"
    static let signOut: RoutePath = "/admin/sign-out"
    static let secondFactor: RoutePath = "/admin/second-factor"
    static let forgotten: RoutePath = "/admin/forgotten-password"
    /// The path of the page for choosing a password. The server e-mails a link to the page to new members and
    /// to members who request a password reset.
    static let passwordLink: RoutePath = "/admin/new-password/{!token}"
    static let account: RoutePath = "/admin/account"
    /// The path of the script for live views.
    static let liveScript: RoutePath = "/admin/live.js"
    /// The path of an organization's overview. The paths of its other pages are below it.
    static let organization: RoutePath = "/admin/org/{org}"
}

/// A page of an organization, used to create links.
struct AdminPage: Hashable {
    /// The path below the organization's path, with placeholders for variable segments.
    let template: RoutePath
    private let values: [String]

    private init(_ template: RoutePath, _ values: String...) {
        self.template = template
        self.values = values
    }

    static let overview = AdminPage("")
    static let live = AdminPage("/live")
    static let liveEvents = AdminPage("/live/events")
    static let gifts = AdminPage("/gifts")
    static let giftSheet = AdminPage("/gifts.csv")
    static func gift(_ id: String = "") -> AdminPage { AdminPage("/gifts/{id}", id) }
    static func receiptPDF(_ id: String = "") -> AdminPage { AdminPage("/gifts/{id}/receipt.pdf", id) }
    static func refund(_ id: String = "") -> AdminPage { AdminPage("/gifts/{id}/refund", id) }
    static func receipt(_ id: String = "") -> AdminPage { AdminPage("/gifts/{id}/receipt", id) }
    static func donor(_ id: String = "") -> AdminPage { AdminPage("/donors/{donor}", id) }
    static func donorNote(_ id: String = "") -> AdminPage { AdminPage("/donors/{donor}/note", id) }
    static let funds = AdminPage("/funds")
    static func fund(_ id: String = "") -> AdminPage { AdminPage("/funds/{fund}", escaped(id)) }
    static let newFund = AdminPage("/new-fund")
    static let monthly = AdminPage("/monthly")
    static let payouts = AdminPage("/payouts")
    static let bank = AdminPage("/payouts/bank")
    static let payOut = AdminPage("/payouts/run")
    static let journal = AdminPage("/journal.csv")
    static func payout(_ id: String = "") -> AdminPage { AdminPage("/payouts/{id}", id) }
    static let statements = AdminPage("/statements")
    static func statement(donor: String = "") -> AdminPage { AdminPage("/statements/{donor}", donor) }
    static let people = AdminPage("/people")
    static let auditLog = AdminPage("/audit-log")
    static let auditLogSheet = AdminPage("/audit-log.csv")
    static let tags = AdminPage("/tags")
    static func batch(_ name: String = "") -> AdminPage { AdminPage("/tags/{batch}", escaped(name)) }
    /// Returns the page of a seat.
    ///
    /// - Parameters:
    ///   - batch: The name of the batch that contains the seat.
    ///   - row: The number of the seat's row in the batch.
    static func seat(batch: String = "", row: Int = 0) -> AdminPage {
        AdminPage("/tags/{batch}/{#row}", escaped(batch), String(row))
    }

    /// The path below the organization's path, with all placeholders filled in.
    var path: String { template.filled(with: values) }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}
