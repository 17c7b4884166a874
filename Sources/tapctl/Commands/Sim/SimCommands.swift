import ArgumentParser
import Documents
import TagReaders

/// `tapctl sim`: simulates tags and readers without hardware.
struct SimCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sim", abstract: "Simulate tags and readers, and replay recorded sessions.",
        subcommands: [SimTag.self, SimReader.self, SimReplay.self])
}

/// `tapctl sim tag`: creates simulated tags.
struct SimTag: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tag", abstract: "Create virtual tags, each in a file.", subcommands: [SimTagNew.self])
}

/// `tapctl sim replay`: shows a session that was recorded with `--trace`.
struct SimReplay: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Replay a recorded session, without hardware.",
        discussion: """
            EXAMPLES:
              tapctl tag read --trace session.trace
              tapctl sim replay session.trace                 every command and response
              tapctl tag read --reader replay:session.trace   the same command again

            A trace contains every command and response, and therefore the data on the
            tag. Passwords and keys are left out.
            """)

    @Argument(help: "The trace file.", completion: .file())
    var file: String

    @OptionGroup var output: OutputOptions

    func run() async throws {
        try output.print(RecordedSession(Trace(path: file)))
    }
}

/// The file names of new tags. A single tag has the given name. If there are several tags, each name contains
/// a number, padded with zeros so that the names sort in numeric order.
struct TagFileNames {
    let paths: [String]

    /// Creates the names of `count` files. For three tags, `seat.nfc` becomes `seat-1.nfc` to `seat-3.nfc`,
    /// and `seats/` becomes `seats/tag-1.nfc` to `seats/tag-3.nfc`.
    init(_ name: String, count: Int) {
        var stem = name.hasSuffix("/") ? name + "tag" : name
        var ending = name.hasSuffix("/") ? ".nfc" : ""
        let start = stem.lastIndex(of: "/").map { stem.index(after: $0) } ?? stem.startIndex
        if let dot = stem[start...].lastIndex(of: "."), dot != start {
            ending = String(stem[dot...])
            stem = String(stem[..<dot])
        }
        guard count > 1 else {
            paths = [stem + ending]
            return
        }
        let width = String(count).count
        paths = (1...count).map { number in
            let digits = String(number)
            return stem + "-" + String(repeating: "0", count: width - digits.count) + digits + ending
        }
    }
}
