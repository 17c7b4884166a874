/// Where the bytes of an NDEF Message TLV go in a data area, around the reserved bytes.
public struct NDEFMessageLayout: Hashable, Sendable {
    /// Where the T byte, `03`, goes.
    public let typeOffset: Int
    /// Where the one or three length bytes go.
    public let lengthOffsets: [Int]
    /// Where the message goes, in order.
    public let valueRanges: [Range<Int>]
    /// Where the terminator, `FE`, goes; nil where the message fills the area to its end, which is legal.
    public let terminatorOffset: Int?

    /// Lays a message out; the shortest form of the length is taken.
    ///
    /// - Parameters:
    ///   - messageBytes: The size of the encoded message; 0 for an empty NDEF Message TLV.
    ///   - offset: From where on the T byte may stand: ``Type2DataArea/ndefMessageOffset``.
    ///   - reserved: ``Type2DataArea/reserved``: sorted, without overlap.
    ///   - areaBytes: The size of the whole area.
    /// - Throws: `limitExceeded` when the message does not fit, with the largest size that does.
    public init(
        messageBytes: Int, at offset: Int, reserved: [Range<Int>], areaBytes: Int
    ) throws(NDEFError) {
        let largest = Self.largestMessage(at: offset, reserved: reserved, areaBytes: areaBytes)
        guard let largest, messageBytes <= largest else {
            throw NDEFError(
                .limitExceeded, areaOffset: offset, expected: largest ?? 0, found: messageBytes,
                detail: "bytes of message in the area")
        }
        let free = FreeBytes(reserved: reserved, end: areaBytes)
        let header = free.ranges(from: offset, count: 1 + Self.lengthCount(messageBytes)).flatMap { $0 }
        let behindHeader = header[header.count - 1] + 1
        typeOffset = header[0]
        lengthOffsets = Array(header[1...])
        valueRanges = free.ranges(from: behindHeader, count: messageBytes)
        terminatorOffset = free.next(from: valueRanges.last?.upperBound ?? behindHeader)
    }

    /// Writes the TLV, and the terminator where there is room for it, into `area`; all other bytes stay.
    ///
    /// - Parameters:
    ///   - message: As many bytes as this was made for.
    ///   - area: The whole area, or at least all through the terminator.
    public func write(_ message: [UInt8], into area: inout [UInt8]) {
        precondition(
            message.count == valueRanges.reduce(0) { $0 + $1.count }, "the layout is of another message")
        area[typeOffset] = TLV.Kind.ndefMessage.rawValue
        let length = message.count
        let lengthBytes =
            lengthOffsets.count == 1
            ? [UInt8(length)] : [0xFF, UInt8(length >> 8), UInt8(length & 0xFF)]
        for (offset, byte) in zip(lengthOffsets, lengthBytes) { area[offset] = byte }
        for (offset, byte) in zip(valueRanges.joined(), message) { area[offset] = byte }
        if let terminatorOffset { area[terminatorOffset] = TLV.Kind.terminator.rawValue }
    }

    /// The largest message that fits when its TLV starts at `offset` or behind, without room for a terminator; nil
    /// when not even an empty one does.
    public static func largestMessage(at offset: Int, reserved: [Range<Int>], areaBytes: Int) -> Int? {
        let room = FreeBytes(reserved: reserved, end: areaBytes).count(from: offset)
        guard room >= 2 else { return nil }
        let withLongLength = min(room - 4, largestValue)
        return withLongLength > largestShortValue ? withLongLength : min(room - 2, largestShortValue)
    }

    /// What a one-byte length holds, and what a three-byte length holds. Source: T2TOP 1.1 §2.3.
    private static let largestShortValue = 0xFE
    private static let largestValue = 0xFFFE

    private static func lengthCount(_ messageBytes: Int) -> Int { messageBytes > largestShortValue ? 3 : 1 }
}
