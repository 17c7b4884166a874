import TextKit

/// Writes Proxmark3's JSON of a Type 2 tag or a MIFARE Classic, laid out as Proxmark3 does.
enum ProxmarkJSONWriter {
    static func text(_ image: TagImage) throws(DumpError) -> String {
        _ = try image.wholeMemory(for: .proxmarkJSON)
        var card = ["UID": Hex.upper(image.uid)]
        if let atqa = image.atqa { card["ATQA"] = Hex.upper(TypeFourText.bigEndian(atqa).reversed()) }
        if let sak = image.sak { card["SAK"] = Hex.upper([sak]) }
        if !image.ats.isEmpty { card["ATS"] = Hex.upper([UInt8(image.ats.count + 1)] + image.ats) }
        switch image.memory {
        case .pages(let pages):
            card["Version"] = Hex.upper(
                image.version.isEmpty ? Array(repeating: 0, count: 8) : image.version)
            card["TBO_0"] = "0000"
            card["TBO_1"] = "00"
            card["Signature"] = Hex.upper(
                image.signature.isEmpty ? Array(repeating: 0, count: 32) : image.signature)
            for (index, (counter, tearing)) in zip(image.counters, image.tearing).enumerated() {
                card["Counter\(index)"] = Hex.upper((0..<3).map { UInt8(counter >> ($0 * 8) & 0xFF) })
                card["Tearing\(index)"] = Hex.upper([tearing])
            }
            return document("mfu", card, pages.map { Hex.upper($0 ?? []) })
        case .blocks(let blocks):
            if image.signature.count == 32 { card["SIGNATURE"] = Hex.upper(image.signature) }
            return document("mfc v2", card, blocks.map { HexText.text($0, unknown: "") })
        case .files, .opaque:
            throw DumpError(
                .notRepresentable, "Proxmark3's JSON is not written for \(image.product)",
                reason: "it is for Type 2 and MIFARE Classic tags", remedy: "take the format `nfc`")
        }
    }

    private static let cardOrder = [
        "UID", "ATQA", "SAK", "ATS", "SIGNATURE", "Version", "TBO_0", "TBO_1", "Signature", "Counter0",
        "Tearing0", "Counter1",
        "Tearing1",
        "Counter2", "Tearing2",
    ]

    private static func document(_ type: String, _ card: [String: String], _ blocks: [String]) -> String {
        let cardLines = cardOrder.compactMap { name in card[name].map { "    \"\(name)\": \"\($0)\"" } }
        let blockLines = blocks.enumerated().map { "    \"\($0.offset)\": \"\($0.element)\"" }
        return """
            {
              "Created": "tapctl",
              "FileType": "\(type)",
              "Card": {
            \(cardLines.joined(separator: ",\n"))
              },
              "blocks": {
            \(blockLines.joined(separator: ",\n"))
              }
            }

            """
    }
}
