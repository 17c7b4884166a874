/// The space that a URL requires in a tag's data area, compared with the size of the area. The URL is stored
/// in an NDEF message with exactly one URI record.
///
/// Source: `docs/invocation-url.md` §7.
public struct LengthBudget: Hashable, Sendable {
    /// The way a tag stores a message in its data area.
    public enum Layout: Hashable, Sendable {
        /// The layout of Type 2 and Type 5 tags: an NDEF Message TLV, followed by a Terminator TLV.
        ///
        /// `controlTLVBytes` is the size of the TLVs before the NDEF Message TLV. It is 5 for a Lock Control
        /// TLV, which a new NTAG213 has.
        case type2(controlTLVBytes: Int = 0)
        /// The layout of Type 3 and Type 4 tags: only the message. The message's length is stored outside the
        /// data area.
        case type4
    }

    /// The size of the data area in bytes, as declared by the capability container; never negative. The
    /// chip's data sheet can state a different size.
    public let areaBytes: Int
    /// The layout of the message in the data area.
    public let layout: Layout
    /// The number of bytes that the message occupies in the area, including TLVs.
    public let usedBytes: Int

    /// Calculates the budget for a URL.
    ///
    /// - Parameters:
    ///   - urlBytes: The length of the URL in octets. The URL must begin with `https://`, which a URI record
    ///     encodes in one octet.
    ///   - areaBytes: The size of the data area in bytes. A negative size is treated as 0.
    ///   - layout: The layout of the message in the data area.
    public init(urlBytes: Int, areaBytes: Int, layout: Layout) {
        self.areaBytes = max(0, areaBytes)
        self.layout = layout
        usedBytes = Self.usedBytes(urlBytes: urlBytes, layout: layout)
    }

    /// Whether the area is large enough for the URL.
    public var fits: Bool { usedBytes <= areaBytes }

    /// The number of bytes that remain free; 0 if the URL does not fit.
    public var freeBytes: Int { max(0, areaBytes - usedBytes) }

    /// The number of bytes by which the URL is too long; 0 if the URL fits.
    public var excessBytes: Int { max(0, usedBytes - areaBytes) }

    /// Returns the length in octets of the longest URL that fits in the area; nil if not even `https://`
    /// fits.
    public static func longestURL(areaBytes: Int, layout: Layout) -> Int? {
        // The difference between the area and the longest URL is at most the record's 8 octets and the TLVs.
        guard areaBytes >= usedBytes(urlBytes: schemeBytes, layout: layout) else { return nil }
        var bytes = min(areaBytes, limit) + schemeBytes
        while usedBytes(urlBytes: bytes, layout: layout) > areaBytes { bytes -= 1 }
        return bytes
    }

    private static let schemeBytes = "https://".utf8.count
    /// The upper limit for sizes, in bytes. It is larger than the memory of any tag. Larger sizes are clamped
    /// to this limit, which prevents overflow.
    private static let limit = 1 << 40

    private static func usedBytes(urlBytes: Int, layout: Layout) -> Int {
        // The payload: one octet for `https://`, then the rest.
        let payload = 1 + min(max(urlBytes, schemeBytes) - schemeBytes, limit)
        // Header, type length, payload length (1 octet, or 4 above 255), type `U`: NDEF 1.0 §3.2.
        let record = (payload <= 255 ? 4 : 7) + payload
        switch layout {
        case .type4:
            return record
        case .type2(let controlTLVBytes):
            // Type, length (1 octet below 255, else 3: T2TOP §2.3), value, and the Terminator TLV.
            return min(max(0, controlTLVBytes), limit) + 1 + (record < 255 ? 1 : 3) + record + 1
        }
    }
}
