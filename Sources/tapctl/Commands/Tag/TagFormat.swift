import ArgumentParser
import TagKit

/// `tapctl tag format`: a capability container and an empty message.
struct TagFormat: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "format", abstract: "Make a blank tag ready: capability container, empty message.",
        discussion: """
            EXAMPLES:
              tapctl tag format --dry-run
              tapctl tag format
              tapctl tag format --yes

            A MIFARE Ultralight leaves its factory without a capability container. It can
            be written once and never changed; so this asks first, and writes only the
            right one.
            """)

    @OptionGroup var permission: WriteOptions
    @OptionGroup var reader: ReaderOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let programming = Programming(
            object: "tag_format", goal: .format, depth: .writing(messageBytes: 0),
            permission: permission.permission)
        try await programming.runAndPrint(reader, output)
    }
}
