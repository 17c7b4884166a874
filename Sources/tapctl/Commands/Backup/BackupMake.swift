import ArgumentParser
import DataFolderKit
import Documents
import FailureKit

/// `tapctl backup make`: all data into a new folder.
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
    /// The document of `backup make`.
    fileprivate func document(path: String) -> JSONValue {
        ["object": "backup", "path": .string(path), "made": .string(made), "files": fileDocuments]
    }

    /// The files for a document.
    var fileDocuments: JSONValue {
        .array(
            files.map {
                ["name": .string($0.name), "bytes": .int(Int($0.bytes)), "sha256": .string($0.sha256)]
            })
    }

    /// How much it is, in a few words.
    var summary: String {
        let bytes = files.reduce(Int64(0)) { $0 + $1.bytes }
        return "\(counted(files.count, "file")), \((bytes + 1023) / 1024) KiB, made \(made)"
    }
}
