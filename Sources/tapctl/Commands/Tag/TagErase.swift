import ArgumentParser
import TagKit

/// `tapctl tag erase`: an empty message.
struct TagErase: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "erase", abstract: "Set an empty message; with --wipe also zero the data.",
        discussion: """
            EXAMPLES:
              tapctl tag erase
              tapctl tag erase --wipe
              tapctl tag erase --dry-run

            Without --wipe the old bytes stay behind the empty message: no phone shows
            them, any reader can read them.
            """)

    @Flag(help: "Also write zeros over everything behind the message.")
    var wipe = false

    @Flag(help: "Read, print the exact writes, and send none.")
    var dryRun = false

    @Flag(help: "Erase a tag that phones do not read, or whose chip is not known.")
    var force = false

    @OptionGroup var reader: ReaderOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        var options: ProgrammingOptions = [.overwrite]
        if wipe { options.insert(.wipe) }
        if force { options.insert(.force) }
        let programming = Programming(
            object: "tag_erase", goal: .erase, depth: wipe ? .wholeArea : .writing(messageBytes: 0),
            permission: .init(options: options, yes: false, dryRun: dryRun))
        try await programming.runAndPrint(reader, output)
    }
}
