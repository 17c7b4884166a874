import ArgumentParser
import DataFolderKit
import Documents
import TagRegistry

/// `tapctl batch undo`: the last tag was for another seat.
struct BatchUndo: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Take the last tag of a batch back: its seat is open again.",
        discussion: """
            EXAMPLES:
              tapctl batch undo Main

            The tag itself is not touched: it still holds the URL. Held up in `batch run`,
            it takes the next open seat without a question; `tapctl tag erase` empties it.
            Once more takes back the tag before. A tag that is permanently locked stays.
            """)

    @Argument(help: "The batch.")
    var name: String

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let row = try await data.write { transaction, now in
            try transaction.undo(try transaction.knownBatch(name).name, at: now)
        }
        let document: JSONValue = [
            "object": "batch_undo", "name": .string(row.batch), "number": .int(row.number),
            "seat": .string(row.seat), "uid": JSONValue(row.uid), "url": .string(row.url),
        ]
        try output.print(document) { _ in
            "\(printable(row.seat)) is open again; the tag \(row.uid ?? "") still holds \(printable(row.url))"
        }
    }
}
