import ArgumentParser
import DataFolderKit
import Documents
import TimeKit

/// `tapctl backup restore`: the data of a backup into a data folder.
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
        let now = try Surroundings().clock.now()
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
            Talk.warn(
                restored.old == nil
                    ? "if this backup was restored before and that data was lost, \(segment) may have been used "
                        + "there: restore again with a higher --segment"
                    : "the old data cannot be read, so \(segment) may have been used there: "
                        + "if you know of a higher one, restore again with --segment")
        }
    }
}
