/// How much of a tag's area a URL takes, stored as one NDEF message with exactly one URI record.
///
/// Source: `docs/invocation-url.md` §7.
public struct LengthBudget: Hashable, Sendable {
    /// How the area holds the message.
    public enum Layout: Hashable, Sendable {
        /// Type 2 and Type 5: in an NDEF Message TLV with a Terminator TLV behind it.
        ///
        /// `controlTLVBytes` stand before it and are kept: 5 where the tag has a Lock Control TLV, as an NTAG213
        /// has when it leaves the factory.
        case type2(controlTLVBytes: Int = 0)
        /// Type 3 and Type 4: plainly; the length stands outside of the area.
        case type4
    }

    /// What the capability container states, never what a data sheet's headline says; not negative.
    public let areaBytes: Int
    /// How the area holds the message.
    public let layout: Layout
    /// What the message takes with all that belongs to it.
    public let usedBytes: Int

    /// The budget of a URL of `urlBytes`; the URL begins with `https://`, which is encoded in one octet.
    public init(urlBytes: Int, areaBytes: Int, layout: Layout) {
        self.areaBytes = max(0, areaBytes)
        self.layout = layout
        usedBytes = Self.usedBytes(urlBytes: urlBytes, layout: layout)
    }

    /// Whether the area is large enough.
    public var fits: Bool { usedBytes <= areaBytes }

    /// What stays free; 0 where the URL does not fit.
    public var freeBytes: Int { max(0, areaBytes - usedBytes) }

    /// What the URL is too long by; 0 where it fits.
    public var excessBytes: Int { max(0, usedBytes - areaBytes) }

    /// The octets of the longest URL that fits, or nil where not even `https://` does.
    public static func longestURL(areaBytes: Int, layout: Layout) -> Int? {
        // Between the area and the longest URL lie at most the record's 8 octets and the TLVs.
        guard areaBytes >= usedBytes(urlBytes: schemeBytes, layout: layout) else { return nil }
        var bytes = min(areaBytes, limit) + schemeBytes
        while usedBytes(urlBytes: bytes, layout: layout) > areaBytes { bytes -= 1 }
        return bytes
    }

    private static let schemeBytes = "https://".utf8.count
    /// More than any tag holds; larger counts are taken as this, so that no sum can overflow.
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
