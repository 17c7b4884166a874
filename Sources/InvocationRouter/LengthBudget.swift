/// The space that a URL takes in a tag's area, stored as one NDEF message with exactly one URI record.
///
/// Source: `docs/invocation-url.md` §7.
public struct LengthBudget: Hashable, Sendable {
    /// The layouts of the message in the area.
    public enum Layout: Hashable, Sendable {
        /// Type 2 and Type 5: an NDEF Message TLV, followed by a Terminator TLV.
        ///
        /// `controlTLVBytes` come before it and are kept: 5 if the tag has a Lock Control TLV, as an NTAG213 has in
        /// factory condition.
        case type2(controlTLVBytes: Int = 0)
        /// Type 3 and Type 4: the message alone; its length is stored outside the area.
        case type4
    }

    /// The size declared by the capability container, in bytes, not a data sheet's headline figure; never negative.
    public let areaBytes: Int
    /// The layout of the message in the area.
    public let layout: Layout
    /// The bytes that the message takes, including its TLVs.
    public let usedBytes: Int

    /// Creates the budget of a URL of `urlBytes`; the URL begins with `https://`, which is encoded in one octet.
    public init(urlBytes: Int, areaBytes: Int, layout: Layout) {
        self.areaBytes = max(0, areaBytes)
        self.layout = layout
        usedBytes = Self.usedBytes(urlBytes: urlBytes, layout: layout)
    }

    /// Whether the area is large enough.
    public var fits: Bool { usedBytes <= areaBytes }

    /// The number of free bytes; 0 if the URL does not fit.
    public var freeBytes: Int { max(0, areaBytes - usedBytes) }

    /// The number of bytes by which the URL is too long; 0 if it fits.
    public var excessBytes: Int { max(0, usedBytes - areaBytes) }

    /// Returns the octets of the longest URL that fits, or nil if not even `https://` does.
    public static func longestURL(areaBytes: Int, layout: Layout) -> Int? {
        // The difference between the area and the longest URL is at most the record's 8 octets and the TLVs.
        guard areaBytes >= usedBytes(urlBytes: schemeBytes, layout: layout) else { return nil }
        var bytes = min(areaBytes, limit) + schemeBytes
        while usedBytes(urlBytes: bytes, layout: layout) > areaBytes { bytes -= 1 }
        return bytes
    }

    private static let schemeBytes = "https://".utf8.count
    /// A limit larger than any tag, to which counts are reduced so that no sum can overflow.
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
