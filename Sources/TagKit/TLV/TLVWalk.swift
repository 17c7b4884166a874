/// A parser that reads the TLVs of a data area one after another and skips the reserved bytes.
struct TLVWalk {
    /// The TLVs parsed so far.
    private(set) var tlvs: [TLV] = []
    private(set) var reserved: [Range<Int>] = []

    private let bytes: [UInt8]
    private let areaBytes: Int
    /// The offset in the area from which the next TLV is read.
    private var offset = 0
    /// Whether an NDEF Message TLV has been parsed.
    private var isAfterMessage = false

    /// The result of parsing one TLV.
    private enum Step {
        case tlv(TLV)
        /// The available bytes contain no further TLV. At least `needed` bytes of the area are required to
        /// continue.
        case end(needed: Int)
        /// The available bytes end within the TLV. At least `needed` bytes of the area are required to
        /// continue.
        case cutShort(NDEFError, needed: Int)
    }

    init(_ bytes: [UInt8], areaBytes: Int) {
        self.bytes = bytes.count > areaBytes ? Array(bytes[..<max(0, areaBytes)]) : bytes
        self.areaBytes = areaBytes
    }

    /// Parses all TLVs through the terminator. Without a terminator, parses to the end of the available
    /// bytes. Throws an error for the first TLV that is malformed or truncated.
    mutating func run() throws(NDEFError) {
        while true {
            switch try step() {
            case .tlv(let tlv):
                tlvs.append(tlv)
                if tlv.type == .terminator { return }
            case .end: return
            case .cutShort(let error, _): throw error
            }
        }
    }

    /// Returns the number of bytes from the area's start through the first NDEF Message TLV, or through the
    /// terminator if the terminator comes first.
    ///
    /// If the available bytes do not determine this number, returns the number of bytes that are required to
    /// continue. If the area is malformed or ends too early, returns the number of available bytes.
    mutating func bytesNeeded() -> Int {
        while true {
            switch try? step() {
            case .tlv(let tlv):
                if tlv.type == .terminator || tlv.type == .ndefMessage { return tlv.endOffset }
            case .end(let needed), .cutShort(_, let needed):
                return needed > areaBytes ? bytes.count : needed
            case nil: return bytes.count
            }
        }
    }

    /// Parses the TLV at `offset` and advances past it.
    ///
    /// - Throws: An error if the TLV is invalid regardless of the bytes that follow the available ones.
    private mutating func step() throws(NDEFError) -> Step {
        let free = FreeBytes(reserved: reserved, end: areaBytes)
        guard let typeOffset = free.next(from: offset), typeOffset < bytes.count else {
            return .end(needed: (free.next(from: offset) ?? areaBytes) + 1)
        }
        let type = TLV.Kind(rawValue: bytes[typeOffset])
        guard !type.isLoneByte else {
            offset = typeOffset + 1
            return .tlv(TLV(type: type, offset: typeOffset, lengthOffsets: [], valueRanges: [], value: []))
        }
        let lengthOffsets = lengthOffsets(after: typeOffset, free)
        guard let lengthOffsets, let last = lengthOffsets.last, last < bytes.count else {
            let error = NDEFError(.truncatedLength, areaOffset: typeOffset)
            return .cutShort(error, needed: (lengthOffsets?.last ?? areaBytes) + 1)
        }
        let count =
            lengthOffsets.count == 1
            ? Int(bytes[last]) : Int(bytes: lengthOffsets[1...].map { bytes[$0] })
        let ranges = free.ranges(from: last + 1, count: count)
        let end = ranges.last?.upperBound ?? last + 1
        let available = FreeBytes(reserved: reserved, end: bytes.count).ranges(from: last + 1, count: count)
            .byteCount
        guard available == count else {
            let error = NDEFError(.valueOverrun, areaOffset: typeOffset, expected: count, found: available)
            let fits = ranges.byteCount == count
            return .cutShort(error, needed: fits ? end : areaBytes + 1)
        }
        let value = ranges.flatMap { bytes[$0] }
        if !isAfterMessage { try reserve(type, value, at: typeOffset) }
        if type == .ndefMessage { isAfterMessage = true }
        offset = end
        return .tlv(
            TLV(
                type: type, offset: typeOffset, lengthOffsets: lengthOffsets, valueRanges: ranges,
                value: value))
    }

    /// Returns the offsets of the length field's bytes: one, or three if the first byte is FFh. Returns nil
    /// if the area ends before the length field does. Source: T2TOP §2.3.
    private func lengthOffsets(after typeOffset: Int, _ free: FreeBytes) -> [Int]? {
        guard let first = free.next(from: typeOffset + 1) else { return nil }
        guard first < bytes.count, bytes[first] == 0xFF else { return [first] }
        let all = free.ranges(from: first, count: 3).flatMap { $0 }
        return all.count == 3 ? all : nil
    }

    /// Reserves the bytes that a Lock Control or Memory Control TLV declares. Throws `badPayload` if the
    /// TLV's value does not have 3 bytes. Other TLVs have no effect.
    ///
    /// Control TLVs precede the message (T2TOP 1.1 §2.3). A control TLV after the message is left over from
    /// an older message and must be ignored. If its bytes were reserved, the next message would be written
    /// around bytes that readers do not skip.
    private mutating func reserve(_ type: TLV.Kind, _ value: [UInt8], at typeOffset: Int) throws(NDEFError) {
        guard type == .lockControl || type == .memoryControl else { return }
        guard let bytes = ReservedBytes(type, value: value) else {
            let name = type == .lockControl ? "Lock Control" : "Memory Control"
            throw NDEFError(
                .badPayload, areaOffset: typeOffset, expected: 3, found: value.count,
                detail: "the \(name) TLV must have exactly 3 bytes, not \(value.count)")
        }
        guard let range = bytes.areaRange(areaBytes: areaBytes) else { return }
        reserved = FreeBytes.inserting(range, into: reserved)
    }
}

/// One type-length-value (TLV) block of a Type 2 data area. Source: NFC Forum T2TOP 1.1 §2.3.
public struct TLV: Hashable, Sendable {
    /// The type of a TLV: the value of its T byte.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        /// The T byte's value.
        public let rawValue: UInt8
        /// Creates a type from the T byte.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// NULL TLV: one byte of padding, without length and value.
        public static let null = Kind(rawValue: 0x00)
        /// Lock Control TLV, which declares the position of lock bits.
        public static let lockControl = Kind(rawValue: 0x01)
        /// Memory Control TLV, which declares reserved bytes inside the data area.
        public static let memoryControl = Kind(rawValue: 0x02)
        /// NDEF Message TLV, whose value is an NDEF message.
        public static let ndefMessage = Kind(rawValue: 0x03)
        /// Proprietary TLV, whose value has a vendor-specific format.
        public static let proprietary = Kind(rawValue: 0xFD)
        /// Terminator TLV, which ends the used part of the area. It has no length and no value.
        public static let terminator = Kind(rawValue: 0xFE)

        /// Whether a TLV of this type consists of only the T byte, as NULL and Terminator do.
        var isLoneByte: Bool { self == .null || self == .terminator }
    }

    /// The TLV's type.
    public let type: Kind
    /// The offset of the T byte in the area.
    public let offset: Int
    /// The offsets of the length field's bytes, counted from the area's start. A length field has one or
    /// three bytes. Empty for NULL and Terminator TLVs, which have no length field.
    public let lengthOffsets: [Int]
    /// The ranges in the area that contain the value, in order. There are several if reserved bytes interrupt
    /// the value.
    public let valueRanges: [Range<Int>]
    /// The value's bytes, without the reserved bytes between them.
    public let value: [UInt8]

    /// The offset of the first byte after this TLV within the data area.
    public var endOffset: Int {
        (valueRanges.last?.upperBound ?? lengthOffsets.last.map { $0 + 1 }) ?? offset + 1
    }

    /// Returns the offset, counted from the area's start, of byte `index` of the value. If `index` equals the
    /// value's size, returns the offset after the last byte of the value.
    public func areaOffset(ofValueByte index: Int) -> Int {
        var index = index
        for range in valueRanges {
            if index < range.count { return range.lowerBound + index }
            index -= range.count
        }
        return endOffset
    }
}

/// The bytes that a Lock Control or Memory Control TLV reserves. Source: NFC Forum T2TOP 1.1 §2.3.2, §2.3.3.
///
/// Addresses are counted from the first byte of page 0. The data area begins at page 4, which has the address
/// 16.
public struct ReservedBytes: Hashable, Sendable {
    /// The address of the data area in the tag's memory. Source: T2TOP §2.1.
    static let areaAddress = 16

    /// The address of the first reserved byte in the tag's memory.
    public let byteAddress: Int
    /// The number of reserved bytes, including a last byte that lock bits fill only partly.
    public let byteCount: Int
    /// The number of lock bits; nil for a Memory Control TLV.
    public let lockBitCount: Int?
    /// The number of data-area bytes that each lock bit locks; nil for a Memory Control TLV.
    public let bytesPerLockBit: Int?

    /// Decodes the value of a Lock Control or Memory Control TLV: position, size, page control.
    ///
    /// - Returns: nil if `type` is a different type or `value` does not have 3 bytes.
    public init?(_ type: TLV.Kind, value: [UInt8]) {
        guard value.count == 3 else { return nil }
        let (position, control) = (value[0], value[2])
        let size = value[1] == 0 ? 256 : Int(value[1])
        byteAddress = Int(position >> 4) << Int(control & 0x0F) + Int(position & 0x0F)
        switch type {
        case .lockControl:
            lockBitCount = size
            bytesPerLockBit = 1 << Int(control >> 4)
            byteCount = (size + 7) / 8
        case .memoryControl:
            lockBitCount = nil
            bytesPerLockBit = nil
            byteCount = size
        default: return nil
        }
    }

    /// Returns the range of the reserved bytes as offsets in the data area; nil if all of them are outside
    /// the area.
    public func areaRange(areaBytes: Int) -> Range<Int>? {
        let start = byteAddress - Self.areaAddress
        let range = (start..<start + byteCount).clamped(to: 0..<max(0, areaBytes))
        return range.isEmpty ? nil : range
    }
}
