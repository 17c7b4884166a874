import FailureKit
import HTMLKit
import InvocationRouter

/// A page that explains an error: what happened, why, and what to do next.
struct ProblemPage: Error, Hashable, PageContent {
    var status: Int
    var title: String
    var summary: String
    var reason = ""
    var remedy = ""
    /// The link to the next step; nil if the page has no link.
    var way: Way?
    /// The number of seconds to wait before another attempt; nil if waiting does not help.
    var secondsToWait: Int64?

    /// A link: its URL and its text.
    struct Way: Hashable {
        var words: String
        var address: String

        /// The link to the list of organizations.
        static let organizations = Way(words: "See all organizations", address: "/")
    }

    init(
        _ status: Int, _ title: String, _ summary: String, reason: String = "", remedy: String = "",
        way: Way? = nil
    ) {
        self.status = status
        self.title = title
        self.summary = summary
        self.reason = reason
        self.remedy = remedy
        self.way = way
    }

    var statusCode: Int { status }

    var body: HTML {
        let link: HTML =
            way.map { "<a class=\"button\" href=\"\($0.address)\">\($0.words)</a>" } ?? .empty
        let reason: HTML = reason.isEmpty ? "" : "<p>\(Self.sentence(reason))</p>"
        let remedy: HTML = remedy.isEmpty ? "" : "<p>\(Self.sentence(remedy))</p>"
        return """
            <h1>\(title)</h1>
            <p dir="auto"><strong>\(Self.sentence(summary))</strong></p>
            \([reason, remedy, link])
            """
    }

    /// Returns the text with a capital first letter. If the text does not end with `.`, `!` or `?`, adds a
    /// period.
    private static func sentence(_ text: String) -> String {
        let end = text.last.map { ".!?".contains($0) } ?? true
        return text.capital + (end ? "" : ".")
    }
}

extension ProblemPage {
    /// Creates the page for a URL that is not a valid giving URL.
    init(_ error: InvocationError) {
        if error.code == .reservedPath || error.code == .unexpectedPath {
            self.init(
                404, "Page not found", "there is no page at this address",
                remedy: "Nothing was charged. Tap the tag again, or ask the organization for its link.",
                way: .organizations)
            return
        }
        self.init(
            error.code == .missingOrg ? 404 : 400, "This link cannot be read", error.summary,
            reason: error.reason, remedy: "Nothing was charged. Ask the organization for its link.",
            way: .organizations)
    }

    /// Creates the page for a valid URL with which a gift cannot be made because of the organization, the
    /// fund or the tag. If the fund is unknown, the page links to `fundsURL`, where the donor can choose
    /// another fund. If the organization or the tag is unknown, or the tag was revoked, the page links to the
    /// list of organizations.
    init(_ error: ResolutionError, fundsURL: String?) {
        // What was withdrawn or closed will not come back. An organization that cannot be paid yet may become
        // payable.
        let status = error.category == .notFound ? 404 : error.code == .organizationNotPayable ? 503 : 410
        self.init(
            status, Self.title(of: error), error.summary, reason: error.reason,
            remedy: "\(error.remedy) Nothing was charged.")
        switch error.code {
        case .unknownFund: way = fundsURL.map { Way(words: "Choose a fund", address: $0) }
        case .unknownOrganization, .tagUnknown, .tagRevoked: way = .organizations
        default: break
        }
    }

    private static func title(of error: ResolutionError) -> String {
        switch error.code {
        case .fundClosed where error.found.isEmpty: "Gifts cannot be accepted right now"
        case .unknownOrganization: "Unknown organization"
        case .organizationInactive, .organizationNotPayable: "Gifts cannot be accepted right now"
        case .unknownFund: "Unknown fund"
        case .fundClosed: "This fund is closed"
        case .tagUnknown: "Unknown tag"
        case .tagRevoked: "This tag was withdrawn"
        default: "This link does not open a giving page"
        }
    }

    /// Returns the page for a client whose network address has sent too many requests.
    static func tooMany(secondsToWait seconds: Int64) -> ProblemPage {
        ProblemPage(
            429, "Too many requests", "there were too many requests from your network",
            reason: "all devices on your network are counted together",
            remedy: "Try again in \(seconds) second\(seconds == 1 ? "" : "s"). Nothing was charged.")
    }
}
