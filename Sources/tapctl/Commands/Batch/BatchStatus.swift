import ArgumentParser
import DataFolderKit
import Documents
import TagRegistry

/// `tapctl batch status`: how far a batch is.
struct BatchStatus: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show how far a batch is, what failed, and which seats are missing.",
        discussion: """
            EXAMPLES:
              tapctl batch status Main
              tapctl batch status Main --json

            A tag that was set aside failed; its seat went on to another tag.
            """)

    @Argument(help: "The batch.")
    var name: String

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let shown = try await data.read { transaction in
            try ShownBatch(try transaction.knownBatch(name), in: transaction)
        }
        try output.print(shown.document) { shown.text(style: $0) }
    }
}
