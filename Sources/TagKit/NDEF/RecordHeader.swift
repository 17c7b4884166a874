/// The header of one record or chunk as it stands in the bytes. Source: NFC Forum NDEF 1.0 §3.2.
struct RecordHeader {
    /// The bits of the first byte. Source: NDEF 1.0 §3.2.1 to §3.2.6.
    enum Flag {
        static let messageBegin: UInt8 = 0x80
        static let messageEnd: UInt8 = 0x40
        static let chunk: UInt8 = 0x20
        static let shortRecord: UInt8 = 0x10
        static let idLength: UInt8 = 0x08
        static let tnf: UInt8 = 0x07
    }

    /// The first byte: flags and TNF.
    let flags: UInt8
    let typeCount: Int
    let idCount: Int
    let payloadCount: Int
    /// Where the type begins: the header's own size, from its start.
    let byteCount: Int

    /// The header that starts at `offset`, which is inside `bytes`; nil when it is cut short.
    init?(_ bytes: [UInt8], at offset: Int) {
        let flags = bytes[offset]
        let byteCount = Self.byteCount(flags)
        guard bytes.count - offset >= byteCount else { return nil }
        self.flags = flags
        self.byteCount = byteCount
        typeCount = Int(bytes[offset + 1])
        if flags & Flag.shortRecord != 0 {
            payloadCount = Int(bytes[offset + 2])
        } else {
            let high = UInt32(bytes[offset + 2]) << 24 | UInt32(bytes[offset + 3]) << 16
            let low = UInt32(bytes[offset + 4]) << 8 | UInt32(bytes[offset + 5])
            payloadCount = Int(clamping: high | low)
        }
        idCount = flags & Flag.idLength != 0 ? Int(bytes[offset + byteCount - 1]) : 0
    }

    /// The size of a header with these flags: 3 to 7 bytes.
    static func byteCount(_ flags: UInt8) -> Int {
        2 + (flags & Flag.shortRecord != 0 ? 1 : 4) + (flags & Flag.idLength != 0 ? 1 : 0)
    }

    var tnf: TNF { TNF(rawValue: flags & Flag.tnf) ?? .reserved }
    var beginsMessage: Bool { flags & Flag.messageBegin != 0 }
    var endsMessage: Bool { flags & Flag.messageEnd != 0 }
    var isChunk: Bool { flags & Flag.chunk != 0 }
}
