import ArgumentParser
import DataFolderKit
import Documents
import Foundation
import InvocationRouter
import TagDumps
import TagKit
import TagReaders
import TagSimulator

/// `tapctl demo`: the whole way of a tap, without hardware.
struct Demo: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Show the whole way of a tap, no hardware needed.",
        discussion: """
            EXAMPLES:
              tapctl demo
              tapctl demo --keep demo    keep the tag, a trace and the data in a folder

            Makes a blank tag in a folder of its own, programs it through the real libnfc
            over a virtual reader, reads it as a phone would, and gives on a simulated
            processor: a charge, a receipt, the books. Nothing of yours is touched, and
            no money moves.
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
        try output.print(result.document) { result.text(style: $0) }
    }
}

/// The folder of a demo: the one to keep, or one that goes away.
struct DemoFolder: Sendable {
    /// Where the tag's file stands.
    let tag: String
    /// Where the trace stands.
    let trace: String
    /// Where organizations, gifts and the ledger stand.
    let data: String
    /// Whether the files stay.
    let isKept: Bool
    private let path: String

    /// - Throws: exit 73 when the folder cannot be made, or holds such files already.
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
        try NewFile.refuseExisting([tag, trace, data], force: false, remedy: "take another folder")
    }

    /// Takes a folder away that is not to be kept.
    func remove() {
        guard !isKept else { return }
        try? FileManager.default.removeItem(atPath: path)
    }
}
