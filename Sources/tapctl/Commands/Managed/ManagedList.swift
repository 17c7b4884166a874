import ArgumentParser
import DataFolderKit
import Documents
import TagRegistry

/// `tapctl managed list`: where managed tags lead.
struct ManagedList: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List managed tags and where they lead.",
        discussion: """
            EXAMPLES:
              tapctl managed list
              tapctl managed list --batch Main --json

            In the order of the seats; those without one come last. --json also has where
            each of them led before.
            """)

    @Option(help: ArgumentHelp("Those of one batch.", valueName: "name"))
    var batch: String?

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let shown = try await data.read { transaction in
            let name = try batch.map { try transaction.knownBatch($0).name }
            return try transaction.allDestinations(of: name).bySeat().map {
                try ShownDestination($0, in: transaction)
            }
        }
        try output.print(.list(shown.map(\.document), hasMore: false)) { style in
            guard !shown.isEmpty else { return "no managed tags; `tapctl batch new --managed` makes some" }
            return table([ShownDestination.head] + shown.map(\.cells), style: style)
        }
    }
}
