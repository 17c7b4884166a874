/// The data area of a Type 2 tag, from page 4 on, taken apart. Source: NFC Forum T2TOP 1.1 §2.3, §6.4.1.
public struct Type2DataArea: Hashable, Sendable {
    /// All TLVs in order, through the terminator where there is one.
    public let tlvs: [TLV]
    /// The bytes that Lock Control and Memory Control TLVs in front of the message set apart inside the area, sorted,
    /// without overlap.
    public let reserved: [Range<Int>]
    /// What ended the reading behind the first NDEF Message TLV: stale bytes there are nobody's error.
    public let stop: NDEFError?
    /// The size of the whole area as the capability container gives it.
    public let areaBytes: Int

    /// Takes an area, or its beginning, apart.
    ///
    /// Reserved bytes are skipped. Behind the first NDEF Message TLV nothing is an error any more: the reading goes
    /// on as long as it can.
    ///
    /// - Parameters:
    ///   - bytes: The area from its first byte on; at least ``bytesNeeded(prefix:areaBytes:)``.
    ///   - areaBytes: The size of the whole area, as the capability container gives it.
    /// - Throws: `truncatedLength` and `valueOverrun` when a TLV does not fit into what is there, `badPayload` for
    ///   a Lock Control or Memory Control TLV that is not 3 bytes; each with `areaOffset`.
    public init(parsing bytes: [UInt8], areaBytes: Int) throws(NDEFError) {
        var walk = TLVWalk(bytes, areaBytes: areaBytes)
        var stop: NDEFError?
        do {
            try walk.run()
        } catch {
            guard walk.tlvs.contains(where: { $0.type == .ndefMessage }) else { throw error }
            stop = error
        }
        tlvs = walk.tlvs
        reserved = walk.reserved
        self.stop = stop
        self.areaBytes = areaBytes
    }

    /// The first NDEF Message TLV: the one that counts, also when it is empty.
    public var ndefMessage: TLV? { tlvs.first { $0.type == .ndefMessage } }

    /// Whether a Terminator TLV was met.
    public var isTerminated: Bool { tlvs.last?.type == .terminator }

    /// The used bytes from the area's start: through the terminator; without one through the NDEF message; without
    /// that through the last TLV that is not NULL.
    public var usedBytes: Int {
        if isTerminated, let last = tlvs.last { return last.endOffset }
        return (ndefMessage ?? tlvs.last { $0.type != .null })?.endOffset ?? 0
    }

    /// Where an NDEF Message TLV is written: at the first one that is there, else at the terminator, else behind all
    /// that is used.
    public var ndefMessageOffset: Int {
        (ndefMessage ?? tlvs.first { $0.type == .terminator })?.offset ?? usedBytes
    }

    /// The message in the first NDEF Message TLV; without records when that TLV is empty.
    ///
    /// - Throws: `noNDEF` when there is no such TLV; what ``NDEFMessage/init(decoding:limits:)`` throws, with
    ///   `areaOffset`.
    public func message(limits: NDEFLimits = .standard) throws(NDEFError) -> NDEFMessage {
        guard let tlv = ndefMessage else { throw NDEFError(.noNDEF, areaOffset: usedBytes) }
        guard !tlv.value.isEmpty else { return NDEFMessage([]) }
        do {
            return try NDEFMessage(decoding: tlv.value, limits: limits)
        } catch {
            var error = error
            error.areaOffset = tlv.areaOffset(ofValueByte: error.offset)
            throw error
        }
    }

    /// How many bytes from the area's start must be read before the first NDEF Message TLV is whole, as far as what
    /// was read so far tells.
    ///
    /// Read that many and ask again; it is enough when the result is not above `prefix.count`.
    ///
    /// - Returns: 1 to `areaBytes`, and `prefix.count` or less when no more is needed: the TLV is whole, a terminator
    ///   says that there is none, or the area is malformed.
    public static func bytesNeeded(prefix: [UInt8], areaBytes: Int) -> Int {
        var walk = TLVWalk(prefix, areaBytes: areaBytes)
        return min(walk.bytesNeeded(), areaBytes)
    }

    /// Returns the first Lock Control TLV before the message that does not belong to this chip.
    ///
    /// A chip's own TLV is the one that its maker writes. On a chip without one, a TLV whose lock bytes are after the
    /// area counts as its own.
    ///
    /// - Parameter controlTLVs: The TLVs that the maker writes before the message; see ``Type2Memory/controlTLVs``.
    public func foreignLockControl(controlTLVs: [UInt8]) -> TLV? {
        let own = (try? Type2DataArea(parsing: controlTLVs, areaBytes: areaBytes))?.tlvs.first?.value
        return tlvs.prefix { $0.type != .ndefMessage }.first { tlv in
            guard tlv.type == .lockControl else { return false }
            if let own { return tlv.value != own }
            return ReservedBytes(.lockControl, value: tlv.value)?.areaRange(areaBytes: areaBytes) != nil
        }
    }
}

/// The bytes of a data area that TLVs may use: all but the reserved ones.
struct FreeBytes {
    /// Sorted, without overlap.
    let reserved: [Range<Int>]
    /// Behind the last byte.
    let end: Int

    /// The next `count` free bytes from `offset` on, in order; fewer where the area ends first.
    func ranges(from offset: Int, count: Int) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var (start, missing) = (offset, count)
        for barrier in reserved where barrier.upperBound > start {
            guard missing > 0, start < end else { return ranges }
            let stop = min(barrier.lowerBound, end, start + min(missing, end - start))
            if stop > start {
                ranges.append(start..<stop)
                missing -= stop - start
            }
            start = barrier.upperBound
        }
        if missing > 0, start < end { ranges.append(start..<start + min(missing, end - start)) }
        return ranges
    }

    /// The next free byte from `offset` on; nil where the area ends first.
    func next(from offset: Int) -> Int? { ranges(from: offset, count: 1).first?.lowerBound }

    /// How many bytes are free from `offset` on.
    func count(from offset: Int) -> Int {
        ranges(from: offset, count: max(0, end - offset)).reduce(0) { $0 + $1.count }
    }

    /// `reserved` with one more range, still sorted and without overlap.
    static func inserting(_ range: Range<Int>, into reserved: [Range<Int>]) -> [Range<Int>] {
        var merged = range
        var apart: [Range<Int>] = []
        for other in reserved {
            if other.upperBound < merged.lowerBound || merged.upperBound < other.lowerBound {
                apart.append(other)
            } else {
                merged = min(merged.lowerBound, other.lowerBound)..<max(merged.upperBound, other.upperBound)
            }
        }
        let index = apart.firstIndex { $0.lowerBound > merged.lowerBound } ?? apart.endIndex
        apart.insert(merged, at: index)
        return apart
    }
}

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
        let afterHeader = header[header.count - 1] + 1
        typeOffset = header[0]
        lengthOffsets = Array(header[1...])
        valueRanges = free.ranges(from: afterHeader, count: messageBytes)
        terminatorOffset = free.next(from: valueRanges.last?.upperBound ?? afterHeader)
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
