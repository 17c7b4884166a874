import ArgumentParser
import DataFolderKit
import Documents
import StaffAccess
import TagRegistry

/// `tapctl batch`: programs many tags, one for each seat.
struct BatchCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch", abstract: "Program many tags, one for each seat.",
        subcommands: [
            BatchNew.self, BatchRun.self, BatchLock.self, BatchStatus.self, BatchList.self,
            BatchExportCommand.self,
            BatchUndo.self, BatchRemove.self,
        ])
}

/// `tapctl batch status`: shows the progress of a batch.
struct BatchStatus: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show progress, rejected tags and open seats.",
        discussion: """
            EXAMPLES:
              tapctl batch status Main
              tapctl batch status Main --json

            A tag that failed is listed as rejected. Its seat is still open, unless another
            tag was written for the seat.
            """)

    @Argument(help: "The batch.")
    var name: String

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let shown = try await data.read { transaction in
            try BatchDetails(transaction.knownBatch(name), in: transaction)
        }
        try output.print(shown)
    }
}

/// `tapctl batch list`: lists all batches.
struct BatchList: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List all batches and their progress.",
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
        try output.print(.list(documents)) { style in
            guard !batches.isEmpty else { return "no batches; `tapctl batch new` plans one" }
            let rows = batches.map { batch, counts in
                [
                    printable(batch.name), "\(counts.verified) of \(counts.rows)", String(counts.setAside),
                    batch.protection.rawValue, batch.isManaged ? "managed" : "fixed",
                ]
            }
            return table(
                [["batch", "written", "rejected", "protected", "destination"]] + rows, style: style)
        }
    }
}

/// `tapctl batch undo`: reverts the assignment of the last tag to its seat.
struct BatchUndo: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Unassign a batch's last tag, and reopen its seat.",
        discussion: """
            EXAMPLES:
              tapctl batch undo Main

            The tag itself is not changed and still has the URL; `tapctl tag erase` empties
            it. If you hold the tag to the reader during `batch run`, the tag is written
            for the next open seat without a confirmation. Run `batch undo` again to undo
            the previous tag too. The command refuses a permanently locked tag.
            """)

    @Argument(help: "The batch.")
    var name: String

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .undoBatch }

    func run() async throws {
        let row = try await data.write { transaction, now in
            try transaction.undo(transaction.knownBatch(name).name, at: now)
        }
        let document: JSONValue = [
            "object": "batch_undo", "name": row.batch.json, "number": row.number.json,
            "seat": row.seat.json, "uid": row.uid.json, "url": row.url.json,
        ]
        try output.print(document) { _ in
            "\(printable(row.seat)) is open again; the tag \(row.uid ?? "") still contains \(printable(row.url))"
        }
    }
}

/// `tapctl batch remove`: removes a batch.
struct BatchRemove: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a batch that has no tags yet.",
        discussion: """
            EXAMPLES:
              tapctl batch remove Main

            The ids of the batch's managed tags are withdrawn and never used again.
            """)

    @Argument(help: "The batch.")
    var name: String

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .removeBatch }

    func run() async throws {
        let (batch, counts) = try await data.write { transaction, _ in
            let batch = try transaction.knownBatch(name)
            let counts = try transaction.counts(of: batch.name)
            try transaction.remove(batch)
            return (batch, counts)
        }
        let document: JSONValue = [
            "object": "batch_removal", "name": batch.name.json, "rows": counts.rows.json,
        ]
        try output.print(document) { _ in
            "\(printable(batch.name)) removed, with \(counted(counts.rows, "seat"))"
        }
    }
}
