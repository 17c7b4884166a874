import ArgumentParser
import Giving
import TimeKit

/// `tapctl gift list`: gifts, newest first.
struct GiftList: AsyncParsableCommand, PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List gifts, newest first.",
        discussion: """
            EXAMPLES:
              tapctl gift list --org WoodlandsChurch
              tapctl gift list --org WoodlandsChurch --fund 12 --status failed
              tapctl gift list --after gift_01jd3x0… --limit 100 --json
            """)

    @Option(help: ArgumentHelp("Only of this organization.", valueName: "id"))
    var org: String?

    @Option(help: ArgumentHelp("Of this fund.", valueName: "id"))
    var fund: String?

    @Option(
        help: ArgumentHelp("Of this status: succeeded, failed, refunded, …", valueName: "status"),
        completion: .list(Gift.Status.allCases.map(\.rawValue)), transform: GiftList.status)
    var status: Gift.Status?

    @Option(help: ArgumentHelp("Of this monthly gift.", valueName: "id"))
    var recurring: String?

    @Option(help: ArgumentHelp("Start after this gift.", valueName: "id"))
    var after: String?

    @Option(help: ArgumentHelp("How many to show, 1 to 1000.", valueName: "count"))
    var limit = 25

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if !(1...1000).contains(limit) { throw ValidationError("--limit takes 1 to 1000.") }
    }

    func run() async throws {
        let (org, limit) = (org, limit)
        var query = GiftQuery(
            fund: fund, recurring: recurring, status: status, behind: after, limit: limit + 1)
        let gifts = try await data.withData { [query] data in
            try await data.read { unit in
                var query = query
                query.organization = try org.map { try unit.knownOrganization($0).id }
                return try unit.gifts(query)
            }
        }
        query.limit = limit
        let page = Array(gifts.prefix(limit))
        try output.print(.list(page.map(\.document), hasMore: gifts.count > limit)) {
            Self.table(page, style: $0)
        }
    }

    private static func table(_ gifts: [Gift], style: Style) -> String {
        guard !gifts.isEmpty else { return "no gifts; `tapctl gift make` makes one" }
        return tapctl.table(
            [["gift", "when", "to", "amount", "status"]]
                + gifts.map { gift in
                    [
                        gift.id, gift.created.iso8601, "\(gift.organization)/\(gift.fund)", gift.amount.shown,
                        gift.status.word(style: .plain),
                    ]
                }, style: style)
    }

    private static func status(_ text: String) throws -> Gift.Status {
        guard let status = Gift.Status(rawValue: text) else {
            throw ValidationError(
                "There is: \(Gift.Status.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        return status
    }
}
