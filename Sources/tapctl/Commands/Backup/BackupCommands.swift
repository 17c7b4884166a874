import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import StaffAccess
import TimeKit

/// `tapctl backup`: creates, checks and restores backups of all data.
struct BackupCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Back up all data, check a backup, and restore it.",
        subcommands: [BackupMake.self, BackupCheck.self, BackupRestore.self, BackupRestored.self])
}

/// `tapctl backup make`: copies all data into a new folder.
struct BackupMake: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "make", abstract: "Copy all data to a new folder, even while the data is in use.",
        discussion: """
            EXAMPLES:
              tapctl backup make /media/usb/tapctl-2026-11-22
              tapctl backup make backup --secret grace.secret

            The folder contains a consistent copy of the databases: one with the registry,
            gifts and ledger, and one for the simulated processor. It also contains the
            secrets of batches, and a manifest with the SHA-256 of each file. Only the
            folder's owner can read these files. Secrets and donors' names are not
            encrypted, so protect the backup as carefully as the original data.
            """)

    @Argument(help: "The new folder.", completion: .directory)
    var folder: String

    @Option(
        help: ArgumentHelp(
            "Another secret file to include. Its mode must be 0600 or 0400. Can be repeated.",
            valueName: "path"),
        completion: .file())
    var secret: [String] = []

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try data.refusePostgres()
        guard data.isThere else {
            throw CommandError(
                .notFound, code: "noData", "there is no data to back up", reason: data.folder,
                remedy: "use --data or TAPCTL_HOME to specify the data folder")
        }
        let source = data.folder
        let manifest = try await data.withData { data in
            try await DataFolder.backUp(data, from: source, to: folder, secrets: secret)
        }
        try output.print(manifest.document(path: folder)) { style in
            "\(style.bold(printable(folder)))  \(manifest.summary)"
        }
    }
}

extension BackupManifest {
    /// Returns the JSON document that `tapctl backup make --json` prints.
    fileprivate func document(path: String) -> JSONValue {
        ["object": "backup", "path": path.json, "made": made.json, "files": fileDocuments]
    }

    /// The backup's files for a JSON document, each with its name, its size in bytes and its SHA-256 hash.
    var fileDocuments: JSONValue {
        .array(
            files.map {
                ["name": $0.name.json, "bytes": $0.bytes.json, "sha256": $0.sha256.json]
            })
    }

    /// The number of files, their total size in KiB and the time of the backup, as human-readable text.
    var summary: String {
        let bytes = files.reduce(Int64(0)) { $0 + $1.bytes }
        return "\(counted(files.count, "file")), \((bytes + 1023) / 1024) KiB, made \(made)"
    }
}

/// `tapctl backup check`: checks that a backup is complete and intact.
struct BackupCheck: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check that a backup is complete.",
        discussion: """
            EXAMPLES:
              tapctl backup check /media/usb/tapctl-2026-11-22

            Compares every file with the manifest, and the tables of each database with the
            tables that tapctl creates. Writes nothing. Exits with 1 if a file or a table
            is missing, different or unexpected.
            """)

    @Argument(help: "The backup folder.", completion: .directory)
    var folder: String

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let backup = try Backup(folder)
        let problems = backup.problems()
        let document: JSONValue = [
            "object": "backup_check", "ok": problems.isEmpty.json, "path": folder.json,
            "made": backup.manifest.made.json, "files": backup.manifest.fileDocuments,
            "problems": .array(
                problems.map { ["name": $0.name.json, "message": $0.message.json] }),
        ]
        try output.print(document) { style in
            if problems.isEmpty { return "\(style.green("complete:")) \(backup.manifest.summary)" }
            return problems.map { problem in
                "\(style.red("damaged:")) \(printable(problem.name))  \(printable(problem.message))"
            }
            .joined(separator: "\n")
        }
        if !problems.isEmpty { throw ExitCode.no }
    }
}

/// `tapctl backup restore`: copies a backup into a data folder.
struct BackupRestore: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore the data from a backup.",
        discussion: """
            EXAMPLES:
              tapctl backup restore /media/usb/tapctl-2026-11-22
              tapctl backup restore backup --data restored
              tapctl backup restore backup --replace

            The backup is copied next to the data folder and checked. The copy then
            replaces the data folder in one step. A data folder that is not empty is
            replaced only with --replace; the old folder is kept next to the new one.

            The restored books end at the time of the backup. Run `tapctl payment reconcile
            --full` to list what the processor has done since. Receipts issued after the
            backup are not in the books, so new receipts are numbered in a new segment (R1
            in T-Grace-2026-R1-000001), and no number is issued twice. If data from an
            earlier restore was lost, choose a higher segment with --segment.

            The backup may contain people and programs that lost access later, so all
            sessions and links end. People and API keys have no access until you confirm
            them with `tapctl admin confirm` and `tapctl api-key confirm`.
            """)

    @Argument(help: "The backup folder.", completion: .directory)
    var backup: String

    @Flag(help: "Replace the existing data; the old folder is kept next to it.")
    var replace = false

    @Option(
        help: ArgumentHelp(
            "The segment number of new receipts. (default: the last known segment plus 1)",
            valueName: "number"))
    var segment: Int?

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func validate() throws { try (1...9999).validate(segment, of: "--segment") }

    func run() async throws {
        try data.refusePostgres()
        let (source, folder) = (backup, data.folder)
        let now = try ProcessEnvironment().clock.now()
        let (manifest, restored) = try await Interrupts.guarding {
            let backup = try Backup(source)
            return (
                backup.manifest,
                try await backup.restore(to: folder, replacing: replace, segment: segment, now: now)
            )
        }
        let document: JSONValue = [
            "object": "backup_restore", "path": source.json, "data": folder.json,
            "made": manifest.made.json, "files": manifest.fileDocuments, "old_data": restored.old.json,
        ]
        try output.print(restored.books.adding(to: document)) { style in
            let kept = restored.old.map { "\nthe old data is in \(printable($0))" } ?? ""
            return """
                \(style.bold(printable(folder)))  \(manifest.summary)\(kept)
                the books end at \(manifest.made) and contain nothing that the processor did later
                """ + restored.books.lines.map { "\n" + $0 }.joined()
        }
        if !restored.books.isSegmentCertain {
            let segment = "segment R\(restored.books.segment)"
            Terminal.warn(
                restored.old == nil
                    ? "receipts of \(segment) may already exist if this backup was restored before and the "
                        + "restored data was lost; in that case, restore again with a higher --segment"
                    : "the old data cannot be read, so receipts of \(segment) may already exist; "
                        + "in that case, restore again with a higher --segment")
        }
    }
}
