import ArgumentParser
import DataFolderKit
import Documents
import Foundation
import InvocationRouter
import TagDumps
import TagKit
import TagReaders
import TagSimulator

/// `tapctl demo`: follows a tap from the tag to the ledger, without hardware.
struct Demo: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Follow a tap from tag to ledger; no hardware needed.",
        discussion: """
            EXAMPLES:
              tapctl demo
              tapctl demo --keep demo    keep the tag, a trace and the data in a folder

            Creates a blank tag in a temporary folder, programs it through the real libnfc
            and a virtual reader, reads it as a phone would, and makes a gift on a
            simulated processor, with a charge, a receipt and ledger entries. Your own data
            is not touched, and no money moves.
            """)

    @Option(
        help: ArgumentHelp("Keep the tag, the trace and the data in this folder.", valueName: "folder"),
        completion: .directory)
    var keep: String?

    @Option(help: ProcessorOptions.help)
    var processor: String?
    @Option(help: ProcessorOptions.keyHelp, completion: .file())
    var processorKey: String?
    @OptionGroup var output: OutputOptions

    func validate() throws {
        try ProcessorOptions.validate(processor, option: "--processor", keyFile: processorKey)
    }

    func run() async throws {
        let folder = try DemoFolder(keep: keep)
        defer { folder.remove() }
        let address = try ProcessorOptions.address(processor, keyFile: processorKey)
        let result = try await Interrupts.guarding { try await DemoRun.run(in: folder, at: address) }
        try output.print(result)
    }
}

/// The folder for a demo's files. A temporary folder is removed after the demo.
struct DemoFolder: Sendable {
    /// The path of the virtual tag's file.
    let tag: String
    /// The path of the trace, which records the commands to the tag.
    let trace: String
    /// The path of the data folder.
    let data: String
    /// Whether the files are kept after the demo.
    let isKept: Bool
    private let path: String

    /// Creates the demo's folder.
    ///
    /// - Throws: An error with exit code 73 if the folder cannot be created, or if it already contains files
    ///   of a demo.
    init(keep: String?) throws {
        isKept = keep != nil
        if let keep {
            try NewFile.makeFolder(keep)
            path = keep
        } else {
            path = try NewFile.makeTemporaryFolder()
        }
        tag = path + "/seat.nfc"
        trace = path + "/session.trace"
        data = path + "/data"
        try NewFile.refuseExisting([tag, trace, data], force: false, remedy: "choose another folder")
    }

    /// Removes the folder if it is temporary.
    func remove() {
        guard !isKept else { return }
        try? FileManager.default.removeItem(atPath: path)
    }
}
