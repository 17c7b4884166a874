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
