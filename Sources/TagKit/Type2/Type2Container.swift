/// The capability container of a Type 2 tag, page 3. Source: NFC Forum T2TOP 1.1 §2.1, §6.1.
///
/// Its bits can be set and never cleared again: a wrong container stays wrong.
public struct Type2Container: Hashable, Sendable {
    /// Where it stands.
    public static let page = 3

    /// Exactly 4 bytes: `E1`, version, size in units of 8 bytes, access.
    public let bytes: [UInt8]

    /// Reads page 3.
    ///
    /// - Returns: nil unless it says `E1`, version 1.x and a size above 0.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == 4, bytes[0] == 0xE1, bytes[1] >> 4 == 1, bytes[2] > 0 else { return nil }
        self.bytes = bytes
    }

    /// The size of the data area that it claims.
    public var areaBytes: Int { Int(bytes[2]) * 8 }

    /// Whether writing is allowed without further ado: the low access nibble is 0.
    public var isWritable: Bool { bytes[3] & 0x0F == 0 }

    /// Whether writing `wanted` over `held` makes page 3 exactly `wanted`, though bits can only be set.
    static func canBecome(_ wanted: [UInt8], from held: [UInt8]) -> Bool {
        held.count == wanted.count && zip(held, wanted).allSatisfy { $0 & ~$1 == 0 }
    }
}
