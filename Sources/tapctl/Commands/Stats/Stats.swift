import ArgumentParser
import Giving

/// `tapctl stats`: counts, the share of declines, and what funds have got.
struct Stats: AsyncParsableCommand, PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "stats", abstract: "Count gifts, declines, and what funds have got.",
        discussion: """
            EXAMPLES:
              tapctl stats
              tapctl stats --org WoodlandsChurch --json

            The decline rate is the share of failed gifts in all that were tried to their
            end; more than 5 % is marked. A fund has got its gifts less what went back, before any fee.
            """)

    @Option(help: ArgumentHelp("Of this organization alone.", valueName: "id"))
    var org: String?

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let org = org
        let stats = try await data.withData(needsProcessor: false) { data in
            try await data.read { try GiftStats(of: try org.map($0.knownOrganization), in: $0) }
        }
        try output.print(stats.document) { stats.text(style: $0) }
    }
}
