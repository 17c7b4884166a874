import TagKit

extension VirtualPCSCReader {
    /// The ATR that the reader generates from the tag's selection data. It has no historical bytes if no tag
    /// responded.
    ///
    /// Source: PC/SC part 3 §3.1.3.2.3.
    public var answerToReset: [UInt8] {
        guard let target else { return Self.atr([]) }
        guard target.sak & 0x20 == 0 else {
            return Self.atr(Array(Self.historicalBytes(of: target.ats).prefix(15)))
        }
        let names: [UInt8: [UInt8]] = [0x08: [0x00, 0x01], 0x18: [0x00, 0x02], 0x09: [0x00, 0x26]]
        let name = names[target.sak] ?? [0x00, 0x03]
        return Self.atr(
            [0x80, 0x4F, 0x0C, 0xA0, 0x00, 0x00, 0x03, 0x06, 0x03] + name + [0x00, 0x00, 0x00, 0x00])
    }

    private static func atr(_ historical: [UInt8]) -> [UInt8] {
        let body = [0x80 | UInt8(historical.count), 0x80, 0x01] + historical
        return [0x3B] + body + [body.reduce(0, ^)]
    }

    /// Returns the historical bytes of an ATS, which follow its interface bytes. Source: ISO/IEC 14443-4
    /// §5.2.
    private static func historicalBytes(of ats: [UInt8]) -> [UInt8] {
        guard let format = ats.first else { return [] }
        return Array(ats.dropFirst(1 + (format >> 4 & 0x07).nonzeroBitCount))
    }
}
