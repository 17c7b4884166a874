public import TagKit
import TextKit

extension TagImage {
    /// The NDEF message on the tag; without records where an empty one stands there.
    ///
    /// - Throws: `noMessage` where the tag is not made for NDEF or holds no message, `unsupportedTag` for a tag whose
    ///   memory is not known, `malformedTag` where area or message break a rule; `underlying` is then the
    ///   ``NDEFError`` with its offsets.
    public func message(limits: NDEFLimits = .standard) throws(TagError) -> NDEFMessage {
        switch memory {
        case .pages, .blocks:
            let area = try dataArea()
            return try named { () throws(NDEFError) in
                try Type2DataArea(parsing: area, areaBytes: area.count).message(limits: limits)
            }
        case .files(let files):
            return try message(in: files, limits: limits)
        case .opaque(let bytes) where product == ProxmarkJSON.areaProduct:
            // Proxmark3 saves the TLVs of a Type 2 tag or Classic, but of a Type 4 tag the message itself.
            // A record that begins a message has bit 7 set; no TLV before the terminator has.
            let isMessage = (bytes.first ?? 0) & 0x80 != 0
            return try named { () throws(NDEFError) in
                isMessage
                    ? try NDEFMessage(decoding: bytes, limits: limits)
                    : try Type2DataArea(parsing: bytes, areaBytes: bytes.count).message(limits: limits)
            }
        case .opaque:
            throw TagError(
                .unsupportedTag, "\(product) is not read as NDEF",
                reason: "Type 2, Type 4 and MIFARE Classic tags are",
                remedy: "take the dump of one of these")
        }
    }

    /// The bytes in which TLVs stand: of a Type 2 tag from page 4 on, as many as the capability container counts and
    /// the file knows; of a MIFARE Classic the sectors that its directory marks as NDEF, without their trailers.
    ///
    /// - Throws: `noMessage` without a capability container or directory, `malformedTag` where the directory is
    ///   damaged, `unsupportedTag` for other memories.
    public func dataArea() throws(TagError) -> [UInt8] {
        switch memory {
        case .pages(let pages):
            return try Self.dataArea(
                of: pages.enumerated().map { partlyUnknown[$0.offset] == nil ? $0.element : nil })
        case .blocks(let blocks): return try Self.dataArea(of: blocks)
        case .files, .opaque: throw TagError(.unsupportedTag, "\(product) has no data area of TLVs")
        }
    }

    /// The first unknown page or block in the data area, or nil if the whole area is known.
    ///
    /// ``dataArea()`` ends before this page or block, so a message that reaches the end may continue beyond it.
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
                .noMessage, "the tag is not formatted", reason: "page 3 holds no capability container",
                remedy: "read a tag that holds a message")
        }
        return pages.dropFirst(4).prefix(Int(container[2]) * 2).prefix { $0 != nil }.flatMap { $0 ?? [] }
    }

    static let unknownDirectory = "sector 0 is not completely known"

    private static func dataArea(of blocks: [[UInt8?]]) throws(TagError) -> [UInt8] {
        guard let sector0 = sector(0, of: blocks) else {
            throw TagError(
                .malformedTag, unknownDirectory, reason: "it names the sectors with the message",
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

    /// A sector of four blocks. Of its trailer only byte 9 has to be known: no tag tells its keys.
    private static func sector(_ number: Int, of blocks: [[UInt8?]]) -> [UInt8]? {
        let first = ClassicCard.blocks(of: number).lowerBound
        guard first + 4 <= blocks.count else { return nil }
        var bytes = blocks[first..<first + 4].flatMap(\.self)
        for index in 48..<64 where index != 57 { bytes[index] = bytes[index] ?? 0 }
        let known = bytes.compactMap(\.self)
        return known.count == 64 ? known : nil
    }

    private func message(in files: [TypeFourFile], limits: NDEFLimits) throws(TagError) -> NDEFMessage {
        guard let container = files.first(where: { $0.id == 0xE103 }) else {
            // Apps and Flipper save the message without the capability container. E104 is the usual NDEF
            // file.
            if let file = files.first(where: { $0.id == 0xE104 }) {
                return try named { () throws(NDEFError) in
                    try NDEFFile(parsing: file.bytes).message(limits: limits)
                }
            }
            throw TagError(
                .noMessage, "the tag has no capability container", reason: "file E103 is not there")
        }
        let parsed = try named { () throws(NDEFError) in try CapabilityContainer(parsing: container.bytes) }
        guard let file = files.first(where: { $0.id == parsed.fileID }) else {
            throw TagError(
                .noMessage, "the NDEF file is not there",
                reason:
                    "the capability container names \(Hex.upper(TypeFourText.bigEndian(parsed.fileID)))")
        }
        return try named { () throws(NDEFError) in
            try NDEFFile(parsing: file.bytes, lengthField: parsed.lengthField).message(limits: limits)
        }
    }

    /// Does something with NDEF, and says in the words of tags what is wrong.
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
