import TagKit
import TextKit

/// Parses an NXP TagInfo report line by line, and creates an image from it.
struct TagInfoReport {
    /// The kind of data that the rows below a heading contain.
    private enum Part {
        /// Rows without a heading. If the report has no heading for the memory, these rows are the tag's
        /// memory.
        case none
        case memory, message, container, other
    }

    private var facts = TagInfoFacts()
    private var part = Part.none
    private var title = ""
    /// The rows below the heading `# Memory content:` (`memory`), and the rows without a heading (`loose`).
    private var memory = MemoryRows()
    private var loose = MemoryRows()
    /// The first error in the rows without a heading. It is thrown only if the report has no heading for the
    /// memory, because these rows are then the tag's memory.
    private var looseError: DumpError?
    private var hasMemoryHeading = false
    /// Whether the first line of a report was found.
    private var isReport = false
    private var usesMarks = false
    /// The number of the Type 4 tag's file to which the next rows belong; nil if the report has named no file
    /// yet.
    private var file: Int?
    /// The bytes of a Type 4 tag's files, by file number; nil for unknown bytes.
    private var files: [Int: [UInt8?]] = [:]
    private var messageBytes: [UInt8?] = []
    private var containerBytes: [UInt8?] = []

    /// The headings that are recognized even without `#`, which some web forums remove.
    private static let titles: [String: Part] = [
        "memory content": .memory, "ndef message": .message, "ndef capability container (cc)": .container,
        "payload data": .other, "extra": .other, "detailed protocol information": .other,
        "technologies supported": .other, "android technology information": .other, "ic type": .other,
        "ic manufacturer": .other, "version information": .other, "originality check": .other,
        "nfc data set information": .other, "ndef data storage": .other,
    ]

    /// Parses the next line of the report.
    ///
    /// - Throws: An error with the line's number if a row of the memory is malformed or a second report
    ///   begins.
    mutating func take(_ line: TextLine) throws(DumpError) {
        // Memory errors are not the reason why a tag of a different type cannot be read.
        if otherKind != nil, TagInfoText.isRow(line) { return }
        if let address = TagInfoText.address(of: line) { return try takeRow(line, address) }
        if line.begins(with: "** TagInfo scan") {
            guard !isReport else {
                throw line.error(
                    .duplicateField, "the file contains more than one report",
                    remedy: "save each report in a separate file")
            }
            isReport = true
        }
        if line.begins(with: "--") { return begin("", .none) }
        let isComment = line.begins(with: "#")
        let words = isComment ? line.text.dropFirst().trimmingBlanks() : line.text
        let name = (words.hasSuffix(":") ? words.dropLast() : words).lowercased()
        if let known = Self.titles[name] { return begin(name, known) }
        // A line that names a file is not a heading.
        if let number = Self.fileNumber(name) {
            file = number
            return
        }
        // In a report without `#`, a line that ends with a colon is a heading, except the one above a signature.
        usesMarks = usesMarks || isComment
        let mayBeHeading = !usesMarks && part != .memory && part != .container && name != "ecdsa signature"
        if isComment || mayBeHeading && words.hasSuffix(":") { return begin(name, .other) }
        if part == .container, let row = try? TagInfoText.row(of: line), !row.isEmpty {
            containerBytes += row
            return
        }
        facts.take(words, under: title)
    }

    private mutating func begin(_ title: String, _ part: Part) {
        self.title = title
        self.part = part
        file = nil
        if part == .memory { hasMemoryHeading = true }
    }

    private mutating func takeRow(_ line: TextLine, _ address: (number: Int, digits: Int)) throws(DumpError) {
        switch part {
        case .other: return
        // Only Type 4 tags need these rows, so an error in them does not make the memory unreadable.
        case .message: Self.appendIfNext(line, address.number, to: &messageBytes)
        case .container: Self.appendIfNext(line, address.number, to: &containerBytes)
        case .memory, .none:
            let row = try TagInfoText.row(of: line)
            // File offsets have three or more digits. Block numbers and nearly all page numbers have two.
            let isOffset = address.digits > 2 && row.count != 4
            guard file != nil || isOffset else {
                if part == .memory {
                    try memory.add(row, at: address.number, line)
                } else {
                    addLoose(row, address.number, line)
                }
                return
            }
            let number = file ?? 0
            // A second application can have a file with the same number.
            if address.number == 0 { files[number] = [] }
            Self.appendIfNext(line, address.number, to: &files[number, default: []])
        }
    }

    private mutating func addLoose(_ row: [UInt8?], _ address: Int, _ line: TextLine) {
        do throws(DumpError) {
            try loose.add(row, at: address, line)
        } catch {
            looseError = looseError ?? error
        }
    }

    /// Appends the bytes of a row if its offset equals the number of bytes so far. Ignores a row after a gap.
    private static func appendIfNext(_ line: TextLine, _ offset: Int, to bytes: inout [UInt8?]) {
        guard offset == bytes.count, let row = try? TagInfoText.row(of: line),
            bytes.count + row.count <= 0xFFFF
        else { return }
        bytes += row
    }

    /// Returns the file number in a line such as `Settings for file 02` or
    /// `File ID 0x02: Standard data file, 256 bytes`; nil for other lines.
    private static func fileNumber(_ name: String) -> Int? {
        let words = name.split { !$0.isLetter && !$0.isNumber }
        guard let index = words.firstIndex(of: "file"), index <= 2 else { return nil }
        var rest = words[(index + 1)...]
        if rest.first == "id" || rest.first == "no" { rest = rest.dropFirst() }
        guard let word = rest.first else { return nil }
        let digits = word.hasPrefix("0x") ? word.dropFirst(2) : word
        guard digits.utf8.count == 2 else { return nil }
        return Int(digits, radix: 16)
    }

    /// Creates an image from the lines parsed so far.
    ///
    /// - Throws: `unsupportedType` for a kind of tag that is not supported, or for a Type 4 tag if the report
    ///   does not show its NDEF file; `missingField` if the report does not contain the tag's memory. If the
    ///   report has no heading for the memory, also throws the first error that was found in a row.
    func image() throws(DumpError) -> TagImage {
        let facts = facts.facts
        let rows = hasMemoryHeading ? memory : loose
        if let kind = otherKind {
            let product = facts.product.prefix(60)
            throw DumpError(
                .unsupportedType, "the report describes an unsupported kind of tag: \(product)",
                reason: kind == "FELICA" ? "FeliCa tags are Type 3 tags" : "the tag is a Type 1 tag",
                remedy: "use a report of an NTAG, Ultralight, MIFARE Classic or Type 4 tag")
        }
        if !hasMemoryHeading, let looseError { throw looseError }
        if !files.isEmpty || facts.namesTypeFour || rows.areOffsets { return try typeFour(facts) }
        if facts.isVicinity { return vicinity(facts, rows) }
        guard !rows.isEmpty else { throw TagInfoText.noMemory }
        return try rows.image(facts)
    }

    private var chip: String { facts.facts.product.uppercased() }

    /// The part of the chip's name that identifies a Type 1 or Type 3 tag; nil for other chips.
    private var otherKind: String? { ["FELICA", "TOPAZ", "JEWEL"].first { chip.contains($0) } }

    private func typeFour(_ facts: ReportFacts) throws(DumpError) -> TagImage {
        var found: [TagImage.TypeFourFile] = []
        if let bytes = container { found.append(TagImage.TypeFourFile(id: 0xE103, bytes: bytes)) }
        if let bytes = messageFile {
            found.append(TagImage.TypeFourFile(id: 0xE104, bytes: bytes))
        } else if !messageBytes.isEmpty, messageBytes.count <= 0xFFFD, !messageBytes.contains(nil) {
            found.append(TagImage.TypeFourFile(messageBytes: messageBytes.compactMap(\.self)))
        } else {
            let name = facts.product.isEmpty ? "this tag" : facts.product
            throw DumpError(
                .unsupportedType, "the report does not show the NDEF file of \(name)",
                reason: files.isEmpty
                    ? "the report lists no file of a Type 4 tag"
                    : "none of the listed files is known to be the NDEF file",
                remedy: "read the tag itself, or choose the full scan in TagInfo", help: .readOrScan)
        }
        var image = TagImage(
            product: facts.product.isEmpty ? "Type 4 Tag" : facts.product, uid: facts.uid,
            memory: .files(found))
        facts.add(to: &image)
        image.signature = facts.signature.count == 56 ? facts.signature : []
        return image
    }

    /// Whether the report names an NTAG 4xx. On these chips, the files 01, 02 and 03 have the identifiers
    /// E103, E104 and E105.
    ///
    /// Source: NXP NTAG 424 DNA data sheet §8.2.3.
    private var hasKnownFiles: Bool { facts.facts.namesNTAG4 }

    private var container: [UInt8]? {
        let listed = hasKnownFiles ? files[1] : nil
        for bytes in [listed ?? [], containerBytes] where !bytes.contains(nil) {
            let known = bytes.compactMap(\.self)
            if (try? CapabilityContainer(parsing: known)) != nil { return known }
        }
        return nil
    }

    /// The bytes of the NDEF file; nil if the report does not contain the whole message, or if the files'
    /// identifiers are not known.
    private var messageFile: [UInt8]? {
        guard hasKnownFiles, let listed = files[2] else { return nil }
        let known = listed.prefix { $0 != nil }.compactMap(\.self)
        guard (try? NDEFFile(parsing: known)) != nil else { return nil }
        return known
    }

    /// Creates the image of an ISO 15693 tag. This package cannot read the NDEF message of such tags.
    private func vicinity(_ facts: ReportFacts, _ rows: MemoryRows) -> TagImage {
        let last = rows.rows.keys.max() ?? -1
        let bytes = (0..<last + 1).flatMap { rows.rows[$0] ?? [nil] }.prefix { $0 != nil }.compactMap(\.self)
        return TagImage(
            product: facts.product.isEmpty ? "ISO15693-3" : facts.product, uid: facts.uid,
            memory: .opaque(bytes))
    }
}

/// Reads the text form of an NXP TagInfo report, or only the rows of its memory, such as `[04] . 03 00 FE 00
/// |....|`.
///
/// Each row contains a page or block number in brackets, an optional lock state, and the bytes. The number is
/// in hexadecimal. `??`, `XX` or `--` is a byte that could not be read. A row of 4 bytes is a page of a Type
/// 2 tag; a row of 16 bytes is a block of a MIFARE Classic card.
///
/// A report contains similar rows for a record's payload, for the message, and for the files of a Type 4 tag.
/// In a report with the heading `# Memory content:`, only the rows below that heading are the memory. A row
/// with a file offset instead of a block number belongs to a file.
enum TagInfoText {
    /// The error for a report that does not contain the tag's memory.
    static let noMemory = DumpError(
        .missingField, "the report has no memory content",
        reason: "TagInfo lists the memory only in a full scan",
        remedy: "choose the full scan in TagInfo, and export the report again")

    /// Returns whether the line is a row of bytes, which begins with a number in brackets.
    static func isRow(_ line: TextLine) -> Bool { address(of: line) != nil }

    static func image(_ bytes: [UInt8]) throws(DumpError) -> TagImage {
        var report = TagInfoReport()
        for line in try TextLine.all(of: bytes, keepingComments: true) { try report.take(line) }
        return try report.image()
    }

    /// Returns the number in brackets at the start of a row, and how many hexadecimal digits it has, two to
    /// four. Returns nil for any other line.
    static func address(of line: TextLine) -> (number: Int, digits: Int)? {
        guard line.begins(with: "["), let end = line.text.utf8.firstIndex(of: UInt8(ascii: "]")) else {
            return nil
        }
        let digits = line.text[..<end].dropFirst()
        guard (2...4).contains(digits.utf8.count),
            digits.isHex, let number = Int(digits, radix: 16)
        else { return nil }
        return (number, digits.utf8.count)
    }

    /// Returns the bytes of a row, or of a line that consists only of bytes. Empty if TagInfo could not read
    /// the page.
    static func row(of line: TextLine) throws(DumpError) -> [UInt8?] {
        let rest = isRow(line) ? line.text.split(separator: "]", maxSplits: 1).last ?? "" : line.text
        return try row(of: rest, line)
    }

    static func row(of text: Substring, _ line: TextLine) throws(DumpError) -> [UInt8?] {
        let data = text.prefix { $0 != "|" && $0 != "(" }
        var words = data.split { $0 == " " || $0 == ":" || $0 == "\t" }
        // The lock state comes before the bytes: `*`, `.`, `x`, `+r`, or nothing if it is unknown.
        if let first = words.first, !MemoryRows.isByte(first) || words.count == 5 || words.count == 17 {
            words.removeFirst()
        }
        return try MemoryRows.bytes(words, line)
    }
}

/// A writer for the rows of NXP TagInfo's memory listing, such as `[04] . 03 00 FE 00`. An unknown byte is
/// written as `??`.
enum TagInfoWriter {
    static func text(_ image: TagImage) throws(DumpError) -> String {
        switch image.memory {
        case .pages(let pages):
            rows(
                pages.enumerated().map { number, page in
                    var row = page.map { $0.map(Optional.some) } ?? [nil, nil, nil, nil]
                    for byte in image.partlyUnknown[number] ?? [] where row.indices.contains(byte) {
                        row[byte] = nil
                    }
                    return row
                })
        case .blocks(let blocks): rows(blocks)
        case .files, .opaque:
            throw DumpError(
                .notRepresentable, "TagInfo's text format cannot store \(image.product)",
                reason:
                    "the format stores only the pages of Type 2 tags and the blocks of MIFARE Classic tags",
                remedy: image.otherFormatRemedy)
        }
    }

    private static func rows(_ units: [[UInt8?]]) -> String {
        units.enumerated().map { number, bytes in
            let digits = String(number, radix: 16, uppercase: true)
            let address = digits.count == 1 ? "0" + digits : digits
            return "[\(address)] . \(HexText.text(bytes, separator: " ", unknown: "??"))\n"
        }.joined()
    }
}
