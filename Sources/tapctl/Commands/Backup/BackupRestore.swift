import ArgumentParser
import TimeKit

/// `tapctl backup restore`: the data of a backup into a data folder.
struct BackupRestore: AsyncParsableCommand, PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Bring the data of a backup back.",
        discussion: """
            EXAMPLES:
              tapctl backup restore /media/usb/tapctl-2026-11-22
              tapctl backup restore backup --data restored
              tapctl backup restore backup --replace

            The copy is made beside the data folder, compared and looked through, and only
            then takes its place, in one step. A folder that holds something is refused
            without --replace, and then kept beside the new one. Afterwards `tapctl payment
            reconcile` and `tapctl ledger check` say what happened since the backup.
            """)

    @Argument(help: "The folder of the backup.", completion: .directory)
    var backup: String

    @Flag(help: "Take the place of data that are there; they are kept beside it.")
    var replace = false

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (source, folder, replace) = (backup, data.folder, replace)
        let now = try Surroundings().clock.now()
        let (manifest, old) = try await Interrupts.guarding {
            let backup = try Backup(source)
            return (backup.manifest, try await backup.restore(to: folder, replacing: replace, now: now))
        }
        let document: JSONValue = [
            "object": "backup_restore", "path": .string(source), "data": .string(folder),
            "made": .string(manifest.made), "files": manifest.fileDocuments, "old_data": JSONValue(old),
        ]
        try output.print(document) { style in
            let kept = old.map { "\nthe old data stand in \(printable($0))" } ?? ""
            return "\(style.bold(printable(folder)))  \(manifest.summary)\(kept)"
        }
    }
}
