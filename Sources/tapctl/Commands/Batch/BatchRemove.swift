import ArgumentParser
import DataFolderKit
import Documents
import TagRegistry

/// `tapctl batch remove`: the plan was wrong.
struct BatchRemove: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Forget a batch whose first tag was not begun.",
        discussion: """
            EXAMPLES:
              tapctl batch remove Main

            Its managed ids are withdrawn and never used again.
            """)

    @Argument(help: "The batch.")
    var name: String

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (batch, counts) = try await data.write { transaction, _ in
            let batch = try transaction.knownBatch(name)
            let counts = try transaction.counts(of: batch.name)
            try transaction.remove(batch)
            return (batch, counts)
        }
        let document: JSONValue = [
            "object": "batch_removal", "name": .string(batch.name), "rows": .int(counts.rows),
        ]
        try output.print(document) { _ in
            "\(printable(batch.name)) is forgotten, with \(counted(counts.rows, "row"))"
        }
    }
}
