import TextKit

/// The rows of a memory listing, indexed by address: pages of 4 bytes or blocks of 16 bytes. Some bytes may
/// be unknown.
struct MemoryRows {
    private(set) var rows: [Int: [UInt8?]] = [:]
    /// The number of bytes in each row: 4 or 16. It is 0 until a row with bytes is added.
    private(set) var width = 0

    var isEmpty: Bool { rows.isEmpty }

    /// Whether the addresses are treated as offsets in a file. This is the case if there are at least two
    /// rows of 16 bytes, and all addresses are multiples of 16.
    var areOffsets: Bool {
        width == 16 && rows.count > 1 && rows.keys.allSatisfy { $0.isMultiple(of: 16) }
    }

    /// Adds a row. If the row has no bytes, the whole page or block at this address is unknown. Throws an
    /// error if the address or the size of the row is invalid, or if the address already has a row.
    mutating func add(_ row: [UInt8?], at address: Int, _ line: TextLine) throws(DumpError) {
        guard address < DumpLimits.pages else {
            throw line.error(
                .outOfRange, "no tag has page \(address)",
                reason: "the highest page number is \(DumpLimits.pages - 1)")
        }
        guard [0, 4, 16].contains(row.count) else {
            throw line.error(
                .wrongLength, "the row has neither the 4 bytes of a page nor the 16 bytes of a block")
        }
        guard row.isEmpty || width == 0 || row.count == width else {
            throw line.error(
                .wrongLength, "the row has \(row.count) bytes",
                reason: "the previous rows have \(width) bytes")
        }
        width = max(width, row.count)
        guard rows.updateValue(row, forKey: address) == nil else {
            throw line.error(
                .duplicateField, "\(width == 16 ? "block" : "page") \(address) appears twice")
        }
    }

    /// Creates an image from the rows and from the other facts in the listing. Throws an error if there are
    /// no rows, or if a block number is too high for a MIFARE Classic card.
    ///
    /// If only a part of a page is known, the image contains the known bytes, and ``TagImage/partlyUnknown``
    /// lists the unknown ones.
    func image(_ facts: ReportFacts) throws(DumpError) -> TagImage {
        var image: TagImage
        if width == 16 {
            image = try ClassicLayout.image(
                of: rows.mapValues { $0.isEmpty ? ClassicLayout.unknownBlock : $0 }, sak: facts.sak)
        } else {
            guard let last = rows.keys.max() else {
                throw DumpError(.missingField, "the file has no pages")
            }
            var partlyUnknown: [Int: [Int]] = [:]
            var pages: [[UInt8]?] = []
            for number in 0...last {
                let row = rows[number] ?? []
                let gaps = row.indices.filter { row[$0] == nil }
                pages.append(gaps.count == row.count ? nil : row.map { $0 ?? 0 })
                if !gaps.isEmpty, gaps.count < row.count { partlyUnknown[number] = gaps }
            }
            image = TagImage(
                typeTwoPages: pages, version: facts.version,
                statedProduct: TypeTwoProduct.name(from: facts.product))
            // Repeated pages after the memory are not part of the image.
            image.partlyUnknown = partlyUnknown.filter { $0.key < pages.count - image.paddingBytes / 4 }
            if partlyUnknown[0] != nil || partlyUnknown[1] != nil { image.uid = [] }
        }
        facts.add(to: &image)
        return image
    }

    /// Parses bytes in hexadecimal. The marks of an unknown byte, `??`, `XX` and `--`, become nil.
    /// Throws an error for any other text.
    static func bytes(_ words: [Substring], _ line: TextLine) throws(DumpError) -> [UInt8?] {
        try words.map { word throws(DumpError) in
            if isUnknown(word) { return nil }
            guard let byte = HexText.bytes(word), byte.count == 1 else {
                throw line.error(.malformedLine, "`\(word.prefix(20))` is not a byte in hex")
            }
            return byte[0]
        }
    }

    /// Returns whether the text is a byte in hexadecimal or the mark for an unknown byte.
    static func isByte(_ word: Substring) -> Bool {
        isUnknown(word)
            || word.utf8.count == 2 && word.isHex
    }

    private static func isUnknown(_ word: Substring) -> Bool { word == "??" || word == "XX" || word == "--" }
}
