/// What a chip lays over its memory when it is read: its UID, its tap counter, or both, as digits.
///
/// Only what is read changes; the bytes underneath stay.
///
/// Source: NXP NTAG213/215/216 data sheet §8.7; NTAG210/212 §8.7.
public struct TagMirror: Hashable, Sendable {
    /// What is shown.
    public enum Content: String, Sendable, CaseIterable {
        /// 14 hex digits.
        case uid
        /// 6 hex digits of the NFC counter, which each tap raises by one.
        case counter
        /// The UID, an `x`, and the counter.
        case both

        /// How many bytes it covers.
        public var byteCount: Int {
            switch self {
            case .uid: 14
            case .counter: 6
            case .both: 21
            }
        }

        /// What stands in the message where it will be shown; a phone reads it while the mirror is off.
        ///
        /// Source: `docs/invocation-url.md` §7.
        public var placeholder: String {
            switch self {
            case .uid: "00000000000000"
            case .counter: "000000"
            case .both: "00000000000000x000000"
            }
        }

        /// Whether the NFC counter has to be switched on for it.
        var countsTaps: Bool { self != .uid }

        /// MIRROR_CONF, bits 7 and 6 of MIRROR.
        var configurationBits: UInt8 {
            switch self {
            case .uid: 0b01
            case .counter: 0b10
            case .both: 0b11
            }
        }
    }

    /// What is shown.
    public let content: Content
    /// The page on which it begins, from 4 on: MIRROR_PAGE.
    public let page: Int
    /// The byte of that page on which it begins, 0...3: MIRROR_BYTE.
    public let byte: Int

    /// A mirror that begins on a byte of a page.
    public init(_ content: Content, page: Int, byte: Int) {
        self.content = content
        self.page = page
        self.byte = byte
    }

    /// The bytes that it covers, counted from page 0.
    public var range: Range<Int> {
        let start = page * 4 + byte
        return start..<start + content.byteCount
    }

    /// Half a sentence for people: `its UID, from page 10 byte 1 on`.
    public var summary: String {
        let what =
            switch content {
            case .uid: "its UID"
            case .counter: "its tap counter"
            case .both: "its UID and tap counter"
            }
        return "\(what) from page \(page) byte \(byte) on"
    }

    /// The bits of `page` that it leaves as they stand in memory, as a mask of 4 bytes.
    func mask(ofPage page: Int) -> [UInt8] {
        (0..<4).map { range.contains(page * 4 + $0) ? 0x00 : 0xFF }
    }
}

extension Type2Configuration {
    /// The mirror that is on; nil when none is.
    ///
    /// NTAG210 and 212 have no MIRROR_CONF: a MIRROR_PAGE above 3 switches the UID on. A counter that is off leaves the
    /// UID alone (§8.7).
    var mirror: TagMirror? {
        let (page, byte) = (Int(head[2]), Int(head[0] >> 4 & 0b11))
        guard page > 3 else { return nil }
        if features.contains(.mirrorByPage) { return TagMirror(.uid, page: page, byte: byte) }
        guard features.contains(.mirror) else { return nil }
        switch head[0] >> 6 {
        case 0b01: return TagMirror(.uid, page: page, byte: byte)
        case 0b10: return TagMirror(.counter, page: page, byte: byte)
        case 0b11: return TagMirror(.both, page: page, byte: byte)
        default: return nil
        }
    }

    /// Switches a mirror on, with the counter that it needs, or every mirror off.
    mutating func set(_ mirror: TagMirror?) {
        guard mirror != self.mirror else { return enableCounter(for: mirror) }
        guard let mirror else {
            if features.contains(.mirror) { head[0] &= ~0xC0 }
            if features.contains(.mirrorByPage) { head[2] = 0 }
            return
        }
        head[0] = head[0] & ~0x30 | UInt8(mirror.byte & 0b11) << 4
        if features.contains(.mirror) { head[0] = head[0] & ~0xC0 | mirror.content.configurationBits << 6 }
        head[2] = UInt8(mirror.page & 0xFF)
        enableCounter(for: mirror)
    }

    /// NFC_CNT_EN on and NFC_CNT_PWD_PROT off, without which no counter is shown. Source: §8.6, §8.7.
    private mutating func enableCounter(for mirror: TagMirror?) {
        guard mirror?.content.countsTaps == true else { return }
        access[0] = access[0] & ~0x08 | 0x10
    }
}

extension TagSnapshot {
    /// What the chip lays over its memory when it is read; nil where nothing is, or nobody looked.
    public var mirror: TagMirror? { closure?.mirror }

    /// The mirror that shows `content` over the bytes of a message from `offset` on, once it is written to this tag.
    ///
    /// - Returns: nil where these bytes do not lie behind each other, the message does not fit, or the chip has none.
    public func mirror(_ content: TagMirror.Content, at offset: Int, ofMessage bytes: [UInt8]) -> TagMirror? {
        guard !chip.features.isDisjoint(with: [.mirror, .mirrorByPage]), let reading else { return nil }
        let layouts = reading.sites.compactMap {
            $0.layout(messageBytes: bytes.count, areaBytes: reading.units.areaBytes)
        }
        guard let layout = layouts.first else { return nil }
        var skipped = 0
        for range in layout.valueRanges {
            let inside = offset - skipped
            if inside >= 0, inside + content.byteCount <= range.count {
                let address = Type2Memory.firstUserPage * 4 + range.lowerBound + inside
                return TagMirror(content, page: address / 4, byte: address % 4)
            }
            skipped += range.count
        }
        return nil
    }

    /// The same tag as its memory is, if `placeholder` stands under the mirror that is on; nil where none is.
    public func without(mirrorOver placeholder: String) -> TagSnapshot? {
        guard let mirror, case .pages(var pages) = memory, placeholder.utf8.count == mirror.content.byteCount,
            case .configuration(let page) = chip.memory?.protection, let head = pages[page],
            let access = pages[page + 1]
        else { return nil }
        for (address, byte) in zip(mirror.range, placeholder.utf8) where pages.indices.contains(address / 4) {
            pages[address / 4]?[address % 4] = byte
        }
        var configuration = Type2Configuration(head: head, access: access, features: chip.features)
        configuration.set(nil)
        pages[page] = configuration.head
        return TagSnapshot(tag, chip: chip, version: version, pages: pages)
    }
}
