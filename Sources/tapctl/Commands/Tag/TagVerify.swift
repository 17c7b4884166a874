import ArgumentParser
import Documents
import TagKit

/// `tapctl tag verify`: whether the tag holds exactly this.
struct TagVerify: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Tell whether the tag holds exactly this message.",
        discussion: """
            EXAMPLES:
              tapctl tag verify "https://appclip.tap.giving/WoodlandsChurch?f=12&r=1"
              tapctl tag verify --org WoodlandsChurch --fund 12 --recurring

            Ends with 0 for yes and 1 for no.
            """)

    @OptionGroup var message: MessageOptions
    @OptionGroup var reader: ReaderOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let wanted = try message.wanted(verb: "compares")
        let look = try await reader.look(.message)
        let matches = look.message == wanted.bytes
        try output.print(Self.document(look, wanted, matches)) { style in
            guard !matches else { return "\(style.green("yes")): \(look.headline(style: style))" }
            let held = look.contents.url.map(printable) ?? look.stateText
            return "\(style.red("no")): the tag \(uidText(look.tag.uid)) holds something else\n"
                + columns(
                    [("  wanted", wanted.url ?? hexText(wanted.bytes)), ("  found", held)], style: style)
        }
        if !matches { throw ExitCode.no }
    }

    private static func document(_ look: TagLook, _ wanted: WantedMessage, _ matches: Bool) -> JSONValue {
        [
            "object": "tag_verify", "uid": .string(uidText(look.tag.uid)), "matches": .bool(matches),
            "url": JSONValue(wanted.url), "found_url": JSONValue(look.contents.url),
            "message_hex": .hex(wanted.bytes), "found_hex": look.message.map { .hex($0) } ?? nil,
        ]
    }
}
