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
