public import TagKit
import TextKit

/// The NDEF message in a tag file.
extension TagImage {
    /// Returns the NDEF message on the tag. An empty message has no records.
    ///
    /// - Throws: `noMessage` if the tag is not formatted for NDEF or has no message; `unsupportedTag` for a
    ///   kind of tag that cannot be read as NDEF; `malformedTag` if the directory is damaged, or if the data
    ///   area or the message violates a rule. If a rule of NDEF is violated, `underlying` is the
    ///   ``NDEFError`` with the offsets.
    public func message(limits: NDEFLimits = .standard) throws(TagError) -> NDEFMessage {
        switch memory {
        case .pages, .blocks:
            let area = try dataArea()
            return try named { () throws(NDEFError) in
                try Type2DataArea(parsing: area).message(limits: limits)
            }
        case .files(let files):
            return try message(in: files, limits: limits)
        case .opaque(let bytes) where product == ProxmarkJSON.areaProduct:
            // Proxmark3 saves the TLVs of a Type 2 or MIFARE Classic tag, but only the message of a Type 4 tag. A
            // record that begins a message has bit 7 set; no TLV before the terminator has.
            let isMessage = (bytes.first ?? 0) & 0x80 != 0
            return try named { () throws(NDEFError) in
                isMessage
                    ? try NDEFMessage(decoding: bytes, limits: limits)
                    : try Type2DataArea(parsing: bytes).message(limits: limits)
            }
        case .opaque:
            throw TagError(
                .unsupportedTag, "\(product) cannot be read as NDEF",
                reason: "only Type 2, Type 4 and MIFARE Classic tags can be read as NDEF",
                remedy: "use a dump of one of these tags")
        }
    }

    /// Returns the bytes of the data area, which contains TLVs. On a Type 2 tag, the area starts at page 4
    /// and has the size that the capability container declares. It ends before the first page that is unknown
    /// or not in the file. On a MIFARE Classic card, it consists of the sectors that the directory assigns to
    /// NDEF, without their trailers, and ends before the first unknown block.
    ///
    /// - Throws: `noMessage` if there is no capability container or directory; `malformedTag` if the
    ///   directory is damaged or unknown; `unsupportedTag` for tags without such an area.
    public func dataArea() throws(TagError) -> [UInt8] {
        switch memory {
        case .pages(let pages):
            try Self.dataArea(
                of: pages.enumerated().map { partlyUnknown[$0.offset] == nil ? $0.element : nil })
        case .blocks(let blocks): try Self.dataArea(of: blocks)
        case .files, .opaque: throw TagError(.unsupportedTag, "\(product) has no TLV data area")
        }
    }

    /// The number of the first unknown page or block in the data area; 0 if sector 0 of a MIFARE Classic card
    /// is unknown. Nil if the whole area is known, or if the tag has no valid capability container or
    /// directory.
    ///
    /// ``dataArea()`` ends before this page or block, so a message that seems to be truncated may continue
    /// there.
    public var firstUnknownOfArea: Int? {
        switch memory {
        case .pages(let pages):
            guard pages.count > 3, let container = pages[3], container[0] == 0xE1 else { return nil }
            let area = 4..<4 + Int(container[2]) * 2
            let isWhole = TypeTwoProduct.all.contains { $0.name == product && $0.pages <= pages.count }
            return area.first { page in
                page < pages.count ? pages[page] == nil || partlyUnknown[page] != nil : !isWhole
            }
        case .blocks(let blocks):
            guard let sector0 = Self.sector(0, of: blocks) else { return 0 }
            let sector16 = blocks.count == 72 ? nil : Self.sector(16, of: blocks)
            guard let directory = try? MAD(sector0: sector0, sector16: sector16) else { return nil }
            return directory.sectors(of: MAD.ndefApplication).lazy.flatMap(ClassicCard.dataBlocks)
                .first { $0 >= blocks.count || blocks[$0].contains(nil) }
        case .files, .opaque: return nil
        }
    }

    private static func dataArea(of pages: [[UInt8]?]) throws(TagError) -> [UInt8] {
        // Source: NFC Forum T2TOP 1.1 §2.1: E1, version, size in units of 8 bytes, access.
        guard pages.count > 3, let container = pages[3], container[0] == 0xE1, container[1] >> 4 == 1 else {
            throw TagError(
                .noMessage, "no NDEF message can be found in the dump",
                reason: "page 3 of the dump is missing, or is not a valid capability container",
                remedy: "read the tag again, or use the dump of a tag that contains a message")
        }
        return pages.dropFirst(4).prefix(Int(container[2]) * 2).prefix { $0 != nil }.flatMap { $0 ?? [] }
    }

    static let unknownDirectory = "some bytes of sector 0 are unknown"

    private static func dataArea(of blocks: [[UInt8?]]) throws(TagError) -> [UInt8] {
        guard let sector0 = sector(0, of: blocks) else {
            throw TagError(
                .malformedTag, unknownDirectory,
                reason: "sector 0 lists the sectors that contain the message",
                remedy: "read the tag again, with the keys of sector 0")
        }
        let directory = try MAD(sector0: sector0, sector16: sector(16, of: blocks))
        var area: [UInt8] = []
        for number in directory.sectors(of: MAD.ndefApplication) {
            for block in ClassicCard.dataBlocks(of: number) {
                guard block < blocks.count else { return area }
                let bytes = blocks[block].compactMap(\.self)
                guard bytes.count == 16 else { return area }
                area += bytes
            }
        }
        return area
    }

    /// Returns the 64 bytes of a sector with four blocks; nil if they are unknown. In the trailer, only byte
    /// 9 must be known; other unknown bytes are zero, because a card does not reveal its keys.
    private static func sector(_ number: Int, of blocks: [[UInt8?]]) -> [UInt8]? {
        let first = ClassicCard.blocks(of: number).lowerBound
        guard first + 4 <= blocks.count else { return nil }
        var bytes = blocks[first..<first + 4].flatMap(\.self)
        for index in 48..<64 where index != 57 { bytes[index] = bytes[index] ?? 0 }
        let known = bytes.compactMap(\.self)
        return known.count == 64 ? known : nil
    }

    private func message(in files: [TypeFourFile], limits: NDEFLimits) throws(TagError) -> NDEFMessage {
        guard let container = files.file(0xE103) else {
            // Apps and Flipper save the message without the capability container. E104 is the usual NDEF
            // file.
            if let file = files.file(0xE104) {
                return try named { () throws(NDEFError) in
                    try NDEFFile(parsing: file.bytes).message(limits: limits)
                }
            }
            throw TagError(
                .noMessage, "the tag has no capability container", reason: "file E103 is missing")
        }
        let parsed = try named { () throws(NDEFError) in try CapabilityContainer(parsing: container.bytes) }
        guard let file = files.file(parsed.fileID) else {
            throw TagError(
                .noMessage, "the NDEF file is missing",
                reason:
                    "the capability container declares the file "
                    + "\(Hex.upper(TypeFourText.bigEndian(parsed.fileID))), which the dump does not contain"
            )
        }
        return try named { () throws(NDEFError) in
            try NDEFFile(parsing: file.bytes, lengthField: parsed.lengthField).message(limits: limits)
        }
    }

    /// Runs a closure and converts its ``NDEFError`` to a ``TagError``.
    private func named<Value>(_ body: () throws(NDEFError) -> Value) throws(TagError) -> Value {
        do {
            return try body()
        } catch {
            throw TagError(
                error.code == .noNDEF ? .noMessage : .malformedTag, error.summary, reason: error.reason,
                remedy: error.remedy, underlying: error)
        }
    }
}

extension [TagImage.TypeFourFile] {
    /// The file with an identifier.
    package func file(_ id: UInt16) -> TagImage.TypeFourFile? { first { $0.id == id } }
}
