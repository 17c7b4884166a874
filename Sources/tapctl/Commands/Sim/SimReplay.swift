import ArgumentParser
import Documents
import TagReaders

/// `tapctl sim replay`: what was recorded with `--trace`, told again.
struct SimReplay: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Play a recorded session again, without hardware.",
        discussion: """
            EXAMPLES:
              tapctl tag read --trace session.trace
              tapctl sim replay session.trace                 every command and answer
              tapctl tag read --reader replay:session.trace   the same command again

            A trace shows what reader and tag really said. Keys of MIFARE Classic cards
            are never in it; what stands on the tag is.
            """)

    @Argument(help: "The trace.", completion: .file())
    var file: String

    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = RecordedSession(try Trace(path: file))
        try output.print(session.document) { session.text(style: $0) }
    }
}
