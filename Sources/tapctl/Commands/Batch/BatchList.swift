import ArgumentParser
import DataFolderKit
import Documents
import TagRegistry

/// `tapctl batch list`: all batches.
struct BatchList: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List all batches and how far they are.",
        discussion: """
            EXAMPLES:
              tapctl batch list
              tapctl batch list --json
            """)

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let batches = try await data.read { transaction in
            try transaction.allBatches().map { ($0, try transaction.counts(of: $0.name)) }
        }
        let documents = batches.map { batch, counts in batch.document(counts) }
        try output.print(.list(documents, hasMore: false)) { style in
            guard !batches.isEmpty else { return "no batches; `tapctl batch new` plans one" }
            let rows = batches.map { batch, counts in
                [
                    printable(batch.name), "\(counts.verified) of \(counts.rows)", String(counts.setAside),
                    batch.protection.rawValue, batch.isManaged ? "managed" : "fixed",
                ]
            }
            return table(
                [["batch", "written", "set aside", "protected", "destination"]] + rows, style: style)
        }
    }
}
