/// Reads TLVs one behind the other and skips the bytes that they set apart.
struct TLVWalk {
    /// Reads until the terminator, the end of the bytes, or the first TLV that does not fit.
    private(set) var tlvs: [TLV] = []
    private(set) var reserved: [Range<Int>] = []

    private let bytes: [UInt8]
    private let areaBytes: Int
    /// Where the next TLV is looked for.
    private var offset = 0
    /// The first NDEF Message TLV was met.
    private var isAfterMessage = false

    /// What stands at `offset`.
    private enum Step {
        case tlv(TLV)
        /// Nothing more in the bytes; the next TLV would need this many of them.
        case end(needed: Int)
        /// A TLV that would need this many bytes.
        case cutShort(NDEFError, needed: Int)
    }

    init(_ bytes: [UInt8], areaBytes: Int) {
        self.bytes = bytes.count > areaBytes ? Array(bytes[..<max(0, areaBytes)]) : bytes
        self.areaBytes = areaBytes
    }

    /// Reads all TLVs through the terminator.
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

    /// How many bytes hold all through the first NDEF Message TLV, as far as the bytes tell.
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

    /// The next TLV; throws when one is there that is malformed however many bytes follow.
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
            ? Int(bytes[last]) : Int(bytes[lengthOffsets[1]]) << 8 | Int(bytes[last])
        let ranges = free.ranges(from: last + 1, count: count)
        let end = ranges.last?.upperBound ?? last + 1
        let available = FreeBytes(reserved: reserved, end: bytes.count).ranges(from: last + 1, count: count)
            .reduce(0) { $0 + $1.count }
        guard available == count else {
            let error = NDEFError(.valueOverrun, areaOffset: typeOffset, expected: count, found: available)
            let fits = ranges.reduce(0) { $0 + $1.count } == count
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

    /// Where the one or, behind `FF`, three length bytes stand; nil where the area ends first. Source: T2TOP §2.3.
    private func lengthOffsets(after typeOffset: Int, _ free: FreeBytes) -> [Int]? {
        guard let first = free.next(from: typeOffset + 1) else { return nil }
        guard first < bytes.count, bytes[first] == 0xFF else { return [first] }
        let all = free.ranges(from: first, count: 3).flatMap { $0 }
        return all.count == 3 ? all : nil
    }

    /// Sets apart what a Lock Control or Memory Control TLV names.
    ///
    /// They stand in front of the message (T2TOP 1.1 §2.3): what looks like one behind it is what an older message left
    /// there, and the next message would be laid around bytes that no reader skips.
    private mutating func reserve(_ type: TLV.Kind, _ value: [UInt8], at typeOffset: Int) throws(NDEFError) {
        guard type == .lockControl || type == .memoryControl else { return }
        guard let bytes = ReservedBytes(type, value: value) else {
            let name = type == .lockControl ? "Lock Control" : "Memory Control"
            throw NDEFError(
                .badPayload, areaOffset: typeOffset, expected: 3, found: value.count,
                detail: "the \(name) TLV has \(value.count) bytes, exactly 3 are allowed")
        }
        guard let range = bytes.areaRange(areaBytes: areaBytes) else { return }
        reserved = FreeBytes.inserting(range, into: reserved)
    }
}

/// One block of a Type 2 data area: type, length, value. Source: NFC Forum T2TOP 1.1 §2.3.
public struct TLV: Hashable, Sendable {
    /// The T byte of a TLV.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        /// The byte.
        public let rawValue: UInt8
        /// A kind from its byte.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// One byte that fills; without length and value.
        public static let null = Kind(rawValue: 0x00)
        /// Where lock bits stand that lie inside the area.
        public static let lockControl = Kind(rawValue: 0x01)
        /// Which bytes of the area are reserved.
        public static let memoryControl = Kind(rawValue: 0x02)
        /// An NDEF message.
        public static let ndefMessage = Kind(rawValue: 0x03)
        /// Somebody's own data.
        public static let proprietary = Kind(rawValue: 0xFD)
        /// The end of the used area; without length and value.
        public static let terminator = Kind(rawValue: 0xFE)

        /// NULL and Terminator are a lone T byte.
        var isLoneByte: Bool { self == .null || self == .terminator }
    }

    /// The T byte.
    public let type: Kind
    /// Where the T byte stands in the area.
    public let offset: Int
    /// Where the one or three length bytes stand in the area; none for NULL and Terminator.
    public let lengthOffsets: [Int]
    /// Where the value stands in the area, in order: several ranges where reserved bytes lie between.
    public let valueRanges: [Range<Int>]
    /// The value, without the reserved bytes between.
    public let value: [UInt8]

    /// Behind the last byte of this TLV.
    public var endOffset: Int {
        (valueRanges.last?.upperBound ?? lengthOffsets.last.map { $0 + 1 }) ?? offset + 1
    }

    /// Where in the area the value's byte `index` stands; for `index` equal to the value's size, right behind it.
    public func areaOffset(ofValueByte index: Int) -> Int {
        var index = index
        for range in valueRanges {
            if index < range.count { return range.lowerBound + index }
            index -= range.count
        }
        return endOffset
    }
}

/// Bytes that a Lock Control or Memory Control TLV sets apart. Source: NFC Forum T2TOP 1.1 §2.3.2, §2.3.3.
///
/// Addresses count from the tag's first byte: the data area begins at 16, page 4.
public struct ReservedBytes: Hashable, Sendable {
    /// Where the data area begins in the tag's memory. Source: T2TOP §2.1.
    static let areaAddress = 16

    /// The first byte's address in the tag's memory.
    public let byteAddress: Int
    /// How many bytes; a last byte that lock bits fill in part is counted.
    public let byteCount: Int
    /// How many lock bits; nil for a Memory Control TLV.
    public let lockBitCount: Int?
    /// How many bytes of the area one lock bit locks; nil for a Memory Control TLV.
    public let bytesPerLockBit: Int?

    /// Reads the value of a Lock Control or Memory Control TLV: position, size, page control.
    ///
    /// - Returns: nil when `type` is another one, or `value` is not 3 bytes.
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

    /// The bytes as offsets in the data area; nil when they all lie outside it.
    public func areaRange(areaBytes: Int) -> Range<Int>? {
        let start = byteAddress - Self.areaAddress
        let range = (start..<start + byteCount).clamped(to: 0..<max(0, areaBytes))
        return range.isEmpty ? nil : range
    }
}
