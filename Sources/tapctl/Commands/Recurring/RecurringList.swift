import ArgumentParser
import Giving
import TimeKit

/// `tapctl recurring list`: monthly gifts, newest first.
struct RecurringList: AsyncParsableCommand, PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List monthly gifts, newest first.",
        discussion: """
            EXAMPLES:
              tapctl recurring list --org WoodlandsChurch
              tapctl recurring list --donor donor_01jd3x0… --json
            """)

    @Option(help: ArgumentHelp("Only of this organization.", valueName: "id"))
    var org: String?

    @Option(help: ArgumentHelp("Of this donor.", valueName: "id"))
    var donor: String?

    @Option(help: ArgumentHelp("Start after this monthly gift.", valueName: "id"))
    var after: String?

    @Option(help: ArgumentHelp("How many to show, 1 to 1000.", valueName: "count"))
    var limit = 25

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if !(1...1000).contains(limit) { throw ValidationError("--limit takes 1 to 1000.") }
    }

    func run() async throws {
        let (org, donor, after, limit) = (org, donor, after, limit)
        let found = try await data.withData { data in
            try await data.read { unit in
                try unit.recurringGifts(
                    organization: try org.map { try unit.knownOrganization($0).id }, donor: donor,
                    behind: after, limit: limit + 1)
            }
        }
        let page = Array(found.prefix(limit))
        try output.print(.list(page.map(\.document), hasMore: found.count > limit)) {
            Self.table(page, style: $0)
        }
    }

    private static func table(_ gifts: [RecurringGift], style: Style) -> String {
        guard !gifts.isEmpty else { return "no monthly gifts; `tapctl gift make --recurring` makes one" }
        return tapctl.table(
            [["monthly gift", "to", "amount", "day", "next", "status"]]
                + gifts.map { gift in
                    [
                        gift.id, "\(gift.organization)/\(gift.fund)", gift.amount.shown,
                        String(gift.dayOfMonth), gift.nextCharge?.date.iso8601 ?? "none",
                        gift.status.word(style: .plain),
                    ]
                }, style: style)
    }
}
