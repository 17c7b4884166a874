import ArgumentParser
import DataFolderKit
import Documents

/// `tapctl backup check`: whether a backup is whole.
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

    func run() throws {
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
