import TagKit
import TextKit

/// Writes Flipper Zero's `.nfc` files, version 4, in the layout that the firmware uses. The caller must have
/// checked the image's sizes.
///
/// The files contain some extensions to Flipper's format: complete Type 4 tags; the names NTAG210, NTAG212
/// and MIFARE Classic 2K; the last two sectors of a MIFARE Classic EV1; the defects of a virtual tag; and
/// `??` for an unknown page before a known one.
enum FlipperWriter {
    static func text(_ image: TagImage) throws(DumpError) -> String {
        switch image.memory {
        case .pages(let pages):
            try head("NTAG/Ultralight", image) + self.pages(pages, of: image) + defects(image)
        case .blocks(let blocks):
            try head("Mifare Classic", image) + self.blocks(blocks) + defects(image)
        case .files(let files):
            try head(TypeFourText.deviceType, image) + TypeFourText.lines(files, of: image)
                + defects(image)
        case .opaque:
            throw DumpError(
                .notRepresentable, "the Flipper format cannot store \(image.product)",
                reason: "the format is for Type 2, MIFARE Classic and Type 4 tags",
                remedy: "keep the file in its current format"
            )
        }
    }

    private static func head(_ deviceType: String, _ image: TagImage) throws(DumpError) -> String {
        guard [4, 7, 10].contains(image.uid.count) else {
            throw DumpError(
                .incomplete, "the Flipper format needs the UID",
                reason: "the file does not contain the UID",
                remedy: "write the message to a tag instead; the tag already has a UID", help: .restore)
        }
        var text = """
            \(FlipperReader.firstLine)
            Version: 4
            # Device type can be ISO14443-3A, ISO14443-4A, NTAG/Ultralight, Mifare Classic, TapKit Type 4
            Device type: \(deviceType)
            # UID is common for all formats
            UID: \(Hex.upper(image.uid, separator: " "))
            # ISO14443-3A specific data

            """
        let usual = image.usualSelection
        if image.atqa == nil, usual != nil { text += FlipperFields.assumption("ATQA") + "\n" }
        if let atqa = image.atqa ?? usual?.atqa {
            text += "ATQA: \(Hex.upper(TypeFourText.bigEndian(atqa), separator: " "))\n"
        }
        if image.sak == nil, usual != nil { text += FlipperFields.assumption("SAK") + "\n" }
        if let sak = image.sak ?? usual?.sak { text += "SAK: \(Hex.upper([sak]))\n" }
        return text
    }

    private static func pages(_ pages: [[UInt8]?], of image: TagImage) -> String {
        let unreadTail = pages.reversed().prefix { $0 == nil }.count
        let known = pages.count - unreadTail
        var text = """
            # NTAG/Ultralight specific data
            Data format version: 2
            NTAG/Ultralight type: \(image.product)
            Signature: \(Hex.upper(image.signature.orZeros(32), separator: " "))
            Mifare version: \(Hex.upper(image.version.orZeros(8), separator: " "))

            """
        for (index, (counter, tearing)) in zip(image.counters, image.tearing).enumerated() {
            text += "Counter \(index): \(counter)\nTearing \(index): \(Hex.upper([tearing]))\n"
        }
        text += "Pages total: \(pages.count)\nPages read: \(known)\n"
        for (number, page) in pages.enumerated() {
            let unknown = number < known ? "?? ?? ?? ??" : "00 00 00 00"
            text += "Page \(number): \(page.map { Hex.upper($0, separator: " ") } ?? unknown)\n"
        }
        if let attempts = image.failedAuthentications {
            text += "Failed authentication attempts: \(attempts)\n"
        }
        return text
    }

    private static func blocks(_ blocks: [[UInt8?]]) -> String {
        let layout = ClassicLayout.of(blocks.count)
        var text = """
            # Mifare Classic specific data
            Mifare Classic type: \(layout?.flipperName ?? "")
            Data format version: 2
            # Mifare Classic blocks, '??' means unknown data

            """
        for (number, block) in blocks.enumerated() {
            text += "Block \(number): \(HexText.text(block, separator: " ", unknown: "??"))\n"
        }
        return text
    }

    /// Returns the line with the defects of a virtual tag; empty if it has no defects. The Flipper ignores
    /// the line, because it does not know the line's key.
    private static func defects(_ image: TagImage) -> String {
        image.defects.isEmpty ? "" : "Defects: \(image.defects.joined(separator: ", "))\n"
    }
}

extension TagImage {
    /// The most common ATQA and SAK of a Type 2 tag or a MIFARE Classic card with this memory; nil for other
    /// tags.
    ///
    /// Flipper's firmware rejects a file without ATQA and SAK. If the image does not have them, the writer
    /// adds these values, each after a comment. The reader in this package ignores a line after such a
    /// comment.
    ///
    /// Source: NXP AN10833 §3.1, §3.2; flipperzero-firmware lib/nfc/protocols/iso14443_3a,
    /// `iso14443_3a_load`.
    var usualSelection: (atqa: UInt16, sak: UInt8)? {
        let doubleSize: UInt16 = uid.count == 7 ? 0x0040 : 0
        switch memory {
        case .pages: return (0x0004 | doubleSize, 0x00)
        case .blocks(let blocks):
            switch blocks.count {
            case 256: return (0x0002 | doubleSize, 0x18)
            case 20: return (0x0004 | doubleSize, 0x09)
            default: return (0x0004 | doubleSize, 0x08)
            }
        case .files, .opaque: return nil
        }
    }
}

extension TypeFourText {
    /// Returns the lines that follow the common header in the file of a Type 4 tag.
    static func lines(_ files: [TagImage.TypeFourFile], of image: TagImage) -> String {
        var text = """
            # ISO14443-4A specific data
            ATS: \(Hex.upper([UInt8(image.ats.count + 1)] + image.ats, separator: " "))
            # Type 4 specific data, described in docs/tag-files.md of tapctl
            Product: \(image.product)

            """
        if !image.version.isEmpty {
            text += "Version answer: \(Hex.upper(image.version, separator: " "))\n"
        }
        if !image.signature.isEmpty {
            text += "Signature: \(Hex.upper(image.signature, separator: " "))\n"
        }
        for file in files.sorted(by: { $0.id < $1.id }) {
            let name = "File \(Hex.upper(bigEndian(file.id)))"
            text += "\(name) size: \(file.bytes.count)\n"
            for offset in stride(from: 0, to: file.bytes.count, by: lineBytes) {
                let line = file.bytes[offset..<min(offset + lineBytes, file.bytes.count)]
                let address = Hex.upper(bigEndian(UInt16(offset)))
                text += "\(name) \(address): \(Hex.upper(line, separator: " "))\n"
            }
        }
        return text
    }
}

/// An extension of Flipper's text format for Type 4 tags. `docs/tag-files.md` describes it.
///
/// ```
/// Device type: TapKit Type 4
/// Product: NTAG 424 DNA
/// Version answer: 04 04 02 30 …
/// Signature: D1 94 0D 17 …
/// File E103 size: 15
/// File E103 0000: 00 0F 20 00 …
/// ```
enum TypeFourText {
    static let deviceType = "TapKit Type 4"
    /// The maximum number of bytes of an elementary file on one line.
    static let lineBytes = 16

    static func add(_ fields: FlipperFields, to image: inout TagImage) throws(DumpError) {
        image.product = try fields.text("Product")
        if fields.has("Version answer") {
            image.version = try fields.bytes("Version answer", counts: Set(1...64))
        }
        if fields.has("Signature") { image.signature = try fields.bytes("Signature", counts: [56]) }
        var ids: [UInt16] = []
        let keys = fields.keys(beginning: "File ")
        for key in keys where key.hasSuffix(" size") {
            guard key.utf8.count == 14, let id = HexText.bytes(key.dropFirst(5).dropLast(5)), id.count == 2
            else {
                throw try fields.line(key).error(.malformedLine, "the name of a file must be 4 hex digits")
            }
            ids.append(UInt16(bytes: id[0...1]))
        }
        guard ids.count <= DumpLimits.typeFourFiles else {
            throw DumpError(
                .outOfRange, "the tag has too many files",
                reason: "\(ids.count) files; the maximum is \(DumpLimits.typeFourFiles)")
        }
        var lines = 0
        var files: [TagImage.TypeFourFile] = []
        for id in ids.sorted() {
            let file = try contents(id, of: fields)
            lines += 1 + (file.count + lineBytes - 1) / lineBytes
            files.append(TagImage.TypeFourFile(id: id, bytes: file))
        }
        guard lines == keys.count else {
            throw DumpError(
                .outOfRange, "the lines do not match the sizes of the tag's files",
                reason: (keys.count == 1 ? "1 line begins" : "\(keys.count) lines begin")
                    + " with `File `, but the sizes require \(lines)")
        }
        image.memory = .files(files)
    }

    private static func contents(_ id: UInt16, of fields: FlipperFields) throws(DumpError) -> [UInt8] {
        let name = "File \(Hex.upper(bigEndian(id)))"
        let size = try fields.number("\(name) size", in: 0...0xFFFF)
        var bytes: [UInt8] = []
        while bytes.count < size {
            let offset = Hex.upper(bigEndian(UInt16(bytes.count)))
            bytes += try fields.bytes("\(name) \(offset)", counts: [min(lineBytes, size - bytes.count)])
        }
        return bytes
    }

    static func bigEndian(_ value: UInt16) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 0xFF)] }
}
