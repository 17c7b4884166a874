import ArgumentParser
import Documents
import TagKit

/// `tapctl tag info`: what this tag is.
struct TagInfo: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Show what the tag is: chip, memory, locks, room.",
        discussion: """
            EXAMPLES:
              tapctl tag info
              tapctl tag info --reader sim:seat.nfc --json

            "genuine" says that the chip's maker signed its UID. It does not say that
            this is that chip: UID and signature can be copied to another one.
            """)

    @OptionGroup var reader: ReaderOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let tag = try await reader.inspect(.inspection)
        try output.print(tag.infoDocument) { tag.infoText(style: $0) }
        Talk.tell(tag.look.findings)
        tag.originality.warn()
    }
}

extension InspectedTag {
    /// The text of `tag info`: the facts, and a picture of the memory.
    func infoText(style: Style) -> String {
        look.factsText(adding: ("maker", originality.text(style: style)), style: style)
    }
}

extension TagLook {
    /// The facts, and a picture of the memory.
    fileprivate func factsText(adding maker: (label: String, value: String), style: Style) -> String {
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
        facts.append(maker)
        return columns(facts, style: style) + "\n\n" + MemoryPicture(self).text(style: style)
    }
}
