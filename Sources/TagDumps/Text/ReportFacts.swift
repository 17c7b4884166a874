import TagKit

/// The facts about a tag that a report contains in addition to the tag's memory.
struct ReportFacts {
    /// The chip's name in the report. Empty if the report does not name the chip.
    var product = ""
    var uid: [UInt8] = []
    var atqa: UInt16?
    var sak: UInt8?
    /// The ATS without its length byte TL. Empty if the report does not contain it.
    var ats: [UInt8] = []
    /// The response to GET_VERSION: 8 bytes. Empty if the report does not contain it.
    var version: [UInt8] = []
    /// The signature that READ_SIG returns: 32 bytes. Empty if the report does not contain it.
    var signature: [UInt8] = []
    /// Whether the tag is an ISO 15693 tag. If so, the report's rows of 4 bytes are not pages of a Type 2
    /// tag.
    var isVicinity = false

    /// Whether the product name identifies a Type 4 tag. The rows of a Type 4 tag's report are neither pages
    /// nor blocks.
    var namesTypeFour: Bool {
        namesNTAG4 || ["DESFIRE", "TYPE 4"].contains { product.uppercased().contains($0) }
    }

    /// Whether the product name identifies an NTAG 4xx.
    var namesNTAG4: Bool { ["NTAG 4", "NTAG4"].contains { product.uppercased().contains($0) } }

    func add(to image: inout TagImage) {
        if !uid.isEmpty { image.uid = uid }
        image.atqa = atqa
        image.sak = sak
        image.ats = ats
        if case .blocks = image.memory { return }
        image.signature = signature
    }
}

/// The facts in an NXP TagInfo report, collected line by line.
struct TagInfoFacts {
    private(set) var facts = ReportFacts()
    private var versionParts: [String: UInt8] = [:]
    private var signatureParts: [String: [UInt8]] = [:]

    /// TagInfo's names for bytes 1 to 7 of the GET_VERSION response, in order. Byte 0 is a fixed header.
    private static let versionNames = [
        "Vendor ID", "Type", "Subtype", "Major version", "Minor version", "Storage size", "Protocol",
    ]

    /// Reads the facts in one line of a section. `title` is the section's heading in lower case, without a
    /// colon.
    mutating func take(_ line: Substring, under title: String) {
        let (key, value) = Self.field(line)
        switch title {
        case "ic type":
            if facts.product.isEmpty { facts.product = String(line) }
        case "technologies supported":
            if line.contains("15693") { facts.isVicinity = true }
        case "detailed protocol information": takeProtocol(key, value)
        case "version information":
            guard Self.versionNames.contains(String(key)), let byte = Self.codeInBrackets(value) else {
                return
            }
            versionParts[String(key)] = byte
            let parts = Self.versionNames.compactMap { versionParts[$0] }
            if parts.count == Self.versionNames.count { facts.version = [0x00] + parts }
        case "originality check":
            guard let part = ["r", "s"].first(where: { key.hasSuffix($0) && key.utf8.count <= 5 }),
                let bytes = Self.hex(value), bytes.count == 16
            else { return }
            signatureParts[part] = bytes
            if let r = signatureParts["r"], let s = signatureParts["s"] { facts.signature = r + s }
        default: break
        }
    }

    private mutating func takeProtocol(_ key: Substring, _ value: Substring) {
        guard let bytes = Self.hex(value) else { return }
        switch key {
        case "ID" where [4, 7, 8, 10].contains(bytes.count):
            facts.uid = bytes
            if bytes.count == 8 { facts.isVicinity = true }
        // In transmission order: low byte first.
        case "ATQA" where bytes.count == 2: facts.atqa = UInt16(bytes: bytes.reversed())
        case "SAK" where bytes.count == 1: facts.sak = bytes[0]
        case "ATS" where Int(bytes.first ?? 0) == bytes.count: facts.ats = Array(bytes.dropFirst())
        default: break
        }
    }

    private static func field(_ line: Substring) -> (key: Substring, value: Substring) {
        guard let (key, value) = line.splitAtColon else { return (line, "") }
        return (key.trimmingBlanks(), value.trimmingBlanks())
    }

    /// Parses bytes in hexadecimal, such as `0x4400` or `04:A1:B2`. Returns nil for any other text.
    private static func hex(_ text: Substring) -> [UInt8]? {
        HexText.bytes(text.hasPrefix("0x") ? text.dropFirst(2) : text)
    }

    /// Parses the byte in parentheses at the end of a text, such as 0Fh in `144 bytes (0x0F)`. Returns nil if
    /// there is no such byte.
    private static func codeInBrackets(_ text: Substring) -> UInt8? {
        guard text.hasSuffix(")"), text.utf8.count >= 6 else { return nil }
        let code = text.dropLast().suffix(4)
        guard code.hasPrefix("0x"), let bytes = HexText.bytes(code.dropFirst(2)) else { return nil }
        return bytes.first
    }
}
