/// An ASCII mirror: when a reader reads the mirrored bytes, the chip returns its UID, its NFC counter, or
/// both, as hexadecimal digits.
///
/// The bytes in memory do not change.
///
/// Source: NXP NTAG213/215/216 data sheet §8.7; NTAG210/212 §8.7.
public struct TagMirror: Hashable, Sendable {
    /// The values that a chip can mirror.
    public enum Content: String, Sendable, CaseIterable {
        /// The UID as 14 hexadecimal digits.
        case uid
        /// The NFC counter as 6 hexadecimal digits. The chip increments it on each tap.
        case counter
        /// The UID, an `x`, and the counter.
        case both

        /// The number of ASCII bytes that the mirror covers: 14, 6 or 21.
        public var byteCount: Int {
            placeholder.utf8.count
        }

        /// The text to store in the message where the mirror will appear. A phone reads this text if the
        /// mirror is off.
        ///
        /// Source: `docs/invocation-url.md` §7.
        public var placeholder: String {
            switch self {
            case .uid: "00000000000000"
            case .counter: "000000"
            case .both: "00000000000000x000000"
            }
        }

        /// Whether the mirror requires the NFC counter.
        var countsTaps: Bool { self != .uid }

        /// The two-bit value of MIRROR_CONF (bits 7 and 6 of the MIRROR byte) that selects this content.
        var configurationBits: UInt8 {
            switch self {
            case .uid: 0b01
            case .counter: 0b10
            case .both: 0b11
            }
        }

        /// A human-readable name of the mirrored values, such as `UID and tap counter`.
        public var words: String {
            switch self {
            case .uid: "UID"
            case .counter: "tap counter"
            case .both: "UID and tap counter"
            }
        }
    }

    /// The mirrored values.
    public let content: Content
    /// MIRROR_PAGE: the page on which the mirror begins, 4 or higher.
    public let page: Int
    /// MIRROR_BYTE: the byte of ``page`` at which the mirror begins, 0...3.
    public let byte: Int

    /// Creates a mirror that begins at a byte of a page.
    public init(_ content: Content, page: Int, byte: Int) {
        self.content = content
        self.page = page
        self.byte = byte
    }

    /// The offsets of the mirrored bytes, counted from the start of page 0.
    public var range: Range<Int> {
        let start = page * 4 + byte
        return start..<start + content.byteCount
    }

    /// A human-readable description of the values and their position, such as
    /// `its UID (from page 10, byte 1 on)`.
    public var summary: String {
        "its \(content.words) (from page \(page), byte \(byte) on)"
    }

    /// Returns a mask for the 4 bytes of `page`: 00h for each byte that the mirror covers, FFh for the
    /// others.
    func mask(ofPage page: Int) -> [UInt8] {
        (0..<4).map { range.contains(page * 4 + $0) ? 0x00 : 0xFF }
    }
}

extension Type2Configuration {
    /// The active mirror; nil if mirroring is off.
    ///
    /// NTAG210 and 212 have no MIRROR_CONF and mirror only the UID. On these chips, a MIRROR_PAGE above 3
    /// enables the mirror (NTAG210/212 §8.7).
    var mirror: TagMirror? {
        guard head[2] > 3, let content = mirrored else { return nil }
        return TagMirror(content, page: Int(head[2]), byte: Int(head[0] >> 4 & 0b11))
    }

    /// The values that MIRROR_CONF selects; nil if the chip has no mirror or the mirror is off.
    private var mirrored: TagMirror.Content? {
        if features.contains(.mirrorByPage) { return .uid }
        guard features.contains(.mirror) else { return nil }
        return TagMirror.Content.allCases.first { $0.configurationBits == head[0] >> 6 }
    }

    /// Enables a mirror and, if the mirror includes the NFC counter, the counter. If `mirror` is nil,
    /// disables the current mirror.
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

    /// If the mirror includes the counter, sets NFC_CNT_EN and clears NFC_CNT_PWD_PROT. Without these
    /// settings, phones would not see the counter. Source: NXP NTAG213/215/216 data sheet §8.6, §8.7.
    private mutating func enableCounter(for mirror: TagMirror?) {
        guard mirror?.content.countsTaps == true else { return }
        access[0] = access[0] & ~0x08 | 0x10
    }
}

extension TagSnapshot {
    /// The active mirror; nil if mirroring is off or the configuration was not read.
    public var mirror: TagMirror? { closure?.mirror }

    /// Returns a mirror that shows the given values at an offset in a message for this tag.
    ///
    /// - Parameters:
    ///   - content: The values to mirror.
    ///   - offset: The offset in the message at which the mirror begins.
    ///   - bytes: The encoded message, which will be written to the tag.
    /// - Returns: The mirror; nil if the chip supports no mirror, if the message does not fit, or if the
    ///   bytes to mirror are not a contiguous part of the message in the tag's memory.
    public func mirror(_ content: TagMirror.Content, at offset: Int, ofMessage bytes: [UInt8]) -> TagMirror? {
        guard chip.features.hasMirror, let layout = reading?.layout(messageBytes: bytes.count) else {
            return nil
        }
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

    /// Returns a copy of the snapshot in which the mirror is off and `placeholder` replaces the mirrored
    /// bytes. Returns nil if no mirror is active, or if the placeholder's length differs from the mirror's.
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
