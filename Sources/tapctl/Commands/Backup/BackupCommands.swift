import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import TimeKit

/// `tapctl backup`: makes, checks and restores backups of all data.
struct BackupCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Keep a copy of all data, check it, and bring it back.",
        subcommands: [BackupMake.self, BackupCheck.self, BackupRestore.self])
}

/// `tapctl backup make`: copies all data into a new folder.
struct BackupMake: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "make", abstract: "Copy all data into a new folder, while it is in use.",
        discussion: """
            EXAMPLES:
              tapctl backup make /media/usb/tapctl-2026-11-22
              tapctl backup make backup --secret grace.secret

            The folder holds the databases of one moment (registry, gifts, ledger; the
            simulated processor), the secrets of batches, and a manifest with the SHA-256
            of each. Everything in it is for its owner alone: donors' names and secrets
            stand there as they are, so keep it where you would keep the originals.
            """)

    @Argument(help: "The new folder.", completion: .directory)
    var folder: String

    @Option(
        help: ArgumentHelp(
            "A batch's secret to keep with it, of mode 0600; may stand several times.", valueName: "path"),
        completion: .file())
    var secret: [String] = []

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        guard data.isThere else {
            throw CommandError(
                .notFound, code: "noData", "there are no data to back up", reason: data.folder,
                remedy: "name the data folder with --data or TAPCTL_HOME")
        }
        let (source, target, secrets) = (data.folder, folder, secret)
        let manifest = try await data.withData { data in
            try await DataFolder.backUp(data, from: source, to: target, secrets: secrets)
        }
        try output.print(manifest.document(path: folder)) { style in
            "\(style.bold(printable(folder)))  \(manifest.summary)"
        }
    }
}

extension BackupManifest {
    /// Returns the document of `backup make`.
    fileprivate func document(path: String) -> JSONValue {
        ["object": "backup", "path": .string(path), "made": .string(made), "files": fileDocuments]
    }

    /// The files, for a document.
    var fileDocuments: JSONValue {
        .array(
            files.map {
                ["name": .string($0.name), "bytes": .int(Int($0.bytes)), "sha256": .string($0.sha256)]
            })
    }

    /// The size, in words.
    var summary: String {
        let bytes = files.reduce(Int64(0)) { $0 + $1.bytes }
        return "\(counted(files.count, "file")), \((bytes + 1023) / 1024) KiB, made \(made)"
    }
}

/// `tapctl backup check`: checks that a backup is complete and intact.
struct BackupCheck: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Say whether a backup is whole, without restoring it.",
        discussion: """
            EXAMPLES:
              tapctl backup check /media/usb/tapctl-2026-11-22

            Every file is read and compared with the manifest. Nothing is written. Ends
            with 1 when a file is missing, differs or does not belong there.
            """)

    @Argument(help: "The folder of the backup.", completion: .directory)
    var folder: String

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let backup = try Backup(folder)
        let problems = backup.problems()
        let document: JSONValue = [
            "object": "backup_check", "ok": .bool(problems.isEmpty), "path": .string(folder),
            "made": .string(backup.manifest.made), "files": backup.manifest.fileDocuments,
            "problems": .array(
                problems.map { ["name": .string($0.name), "message": .string($0.message)] }),
        ]
        try output.print(document) { style in
            if problems.isEmpty { return "\(style.green("whole:")) \(backup.manifest.summary)" }
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
        commandName: "restore", abstract: "Bring the data of a backup back.",
        discussion: """
            EXAMPLES:
              tapctl backup restore /media/usb/tapctl-2026-11-22
              tapctl backup restore backup --data restored
              tapctl backup restore backup --replace

            The copy is made beside the data folder, compared and looked through, and only
            then takes its place, in one step. A folder that holds something is refused
            without --replace, and then kept beside the new one.

            The restored books end when the backup was made. Afterwards `tapctl payment
            reconcile --full` lists what the processor has done since. Receipts that were
            issued since are not in the books, so new ones are numbered in a new segment,
            as T-Grace-2026-R1-000001: no number is issued twice. If the data were lost
            after an earlier restore of which this backup does not know, name a higher
            segment with --segment.
            """)

    @Argument(help: "The folder of the backup.", completion: .directory)
    var backup: String

    @Flag(help: "Take the place of data that are there; they are kept beside it.")
    var replace = false

    @Option(
        help: ArgumentHelp(
            "The segment of new receipts. (default: one more than the last one known)", valueName: "number"))
    var segment: Int?

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let segment, !(1...9999).contains(segment) { throw ValidationError("--segment takes 1 to 9999.") }
    }

    func run() async throws {
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
            "object": "backup_restore", "path": .string(source), "data": .string(folder),
            "made": .string(manifest.made), "files": manifest.fileDocuments,
            "old_data": JSONValue(restored.old),
            "receipt_segment": .int(restored.books.segment),
        ]
        try output.print(document) { style in
            let kept = restored.old.map { "\nthe old data are in \(printable($0))" } ?? ""
            return """
                \(style.bold(printable(folder)))  \(manifest.summary)\(kept)
                the books end at \(manifest.made): what the processor did since is not in them
                new receipts are numbered in segment R\(restored.books.segment), as …-R\(restored.books.segment)-000001
                next: `tapctl payment reconcile --full` lists what is missing
                """
        }
        if !restored.books.isSegmentCertain {
            let segment = "segment R\(restored.books.segment)"
            Terminal.warn(
                restored.old == nil
                    ? "if this backup was restored before and that data was lost, \(segment) may have been used "
                        + "there: restore again with a higher --segment"
                    : "the old data cannot be read, so \(segment) may have been used there: "
                        + "if you know of a higher one, restore again with --segment")
        }
    }
}
