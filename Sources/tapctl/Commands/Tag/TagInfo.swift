import ArgumentParser
import TagKit

/// `tapctl tag info`: what this tag is.
struct TagInfo: AsyncParsableCommand, PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Show what the tag is: chip, memory, locks, room.",
        discussion: """
            EXAMPLES:
              tapctl tag info
              tapctl tag info --reader sim:seat.nfc --json
            """)

    @OptionGroup var reader: ReaderOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let look = try await reader.look(.inspection)
        try output.print(look.infoDocument) { look.infoText(style: $0) }
        Talk.tell(look.findings)
    }
}

extension TagLook {
    /// The text of `tag info`: the facts, and a picture of the memory.
    func infoText(style: Style) -> String {
        var facts: [(label: String, value: String)] = [
            ("product", style.bold(chip.product) + (chip.isClone ? " (a copy)" : "")),
            ("UID", uidText(tag.uid)),
            ("type", chip.forumType.map { "NFC Forum Type \($0)" } ?? "no NFC Forum type"),
            ("state", stateText),
            ("room", roomText),
            (
                "selection",
                "ATQA \(hexText([UInt8(tag.atqa >> 8), UInt8(tag.atqa & 0xFF)])), SAK \(hexText([tag.sak]))"
            ),
        ]
        if !tag.ats.isEmpty { facts.append(("ATS", hexText(tag.ats))) }
        if !version.isEmpty { facts.append(("version", hexText(version))) }
        return columns(facts, style: style) + "\n\n" + MemoryPicture(self).text(style: style)
    }
}
