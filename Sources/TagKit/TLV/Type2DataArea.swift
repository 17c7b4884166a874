/// The TLVs in a Type 2 tag's data area. The area begins at page 4. Source: NFC Forum T2TOP 1.1 §2.3, §6.4.1.
public struct Type2DataArea: Hashable, Sendable {
    /// The parsed TLVs in order, including the terminator if there is one.
    public let tlvs: [TLV]
    /// The ranges of the area that are reserved by Lock Control and Memory Control TLVs before the message.
    /// They are sorted and do not overlap.
    public let reserved: [Range<Int>]
    /// The error that ended parsing after the first NDEF Message TLV; nil if there was no such error. It is
    /// only informational, because bytes of an older message may follow the current one.
    public let stop: NDEFError?
    /// The size of the whole area in bytes, as the capability container declares it.
    public let areaBytes: Int

    /// Parses the TLVs of an area, or of its beginning.
    ///
    /// Reserved bytes are skipped. An error after the first NDEF Message TLV ends parsing but is not thrown;
    /// see ``stop``.
    ///
    /// - Parameters:
    ///   - bytes: The beginning of the area, at least ``bytesNeeded(prefix:areaBytes:)`` bytes.
    ///   - areaBytes: The size of the whole area in bytes, as the capability container declares it.
    /// - Throws: `truncatedLength` or `valueOverrun` if a TLV does not fit into the available bytes;
    ///   `badPayload` for a Lock Control or Memory Control TLV that does not have 3 bytes. All errors have an
    ///   `areaOffset`.
    public init(parsing bytes: [UInt8], areaBytes: Int? = nil) throws(NDEFError) {
        let areaBytes = areaBytes ?? bytes.count
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

    /// The first NDEF Message TLV; nil if the area has no such TLV. Readers use only the first one, even if
    /// it is empty.
    public var ndefMessage: TLV? { tlvs.first { $0.type == .ndefMessage } }

    /// Whether the last parsed TLV is a Terminator TLV.
    public var isTerminated: Bool { tlvs.last?.type == .terminator }

    /// The number of used bytes, counted from the area's start. The used bytes end with the terminator. If
    /// there is no terminator, they end with the NDEF message. If there is no message either, they end with
    /// the last TLV that is not NULL.
    public var usedBytes: Int {
        if isTerminated, let last = tlvs.last { return last.endOffset }
        return (ndefMessage ?? tlvs.last { $0.type != .null })?.endOffset ?? 0
    }

    /// The offset at which to write an NDEF Message TLV. This is the offset of the area's first NDEF Message
    /// TLV; without one, the offset of the terminator; without a terminator, the end of the used bytes.
    public var ndefMessageOffset: Int {
        (ndefMessage ?? tlvs.first { $0.type == .terminator })?.offset ?? usedBytes
    }

    /// Decodes the message in the first NDEF Message TLV. If the TLV is empty, the message has no records.
    ///
    /// - Throws: `noNDEF` if there is no such TLV; otherwise, the errors of
    ///   ``NDEFMessage/init(decoding:limits:)``, with an `areaOffset`.
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

    /// Returns the number of bytes to read from the area's start to get the first NDEF Message TLV. The
    /// result can be too small if `prefix` does not yet contain the TLV's length.
    ///
    /// Read this number of bytes and call this method again, until the result is at most `prefix.count`.
    ///
    /// - Returns: 1 to `areaBytes`. The result is `prefix.count` or less if the TLV is complete, if a
    ///   terminator comes before any such TLV, or if the area is malformed.
    public static func bytesNeeded(prefix: [UInt8], areaBytes: Int) -> Int {
        var walk = TLVWalk(prefix, areaBytes: areaBytes)
        return min(walk.bytesNeeded(), areaBytes)
    }

    /// Returns the first Lock Control TLV that precedes the message and does not fit this chip; nil if all of
    /// them fit.
    ///
    /// Only the TLV that the manufacturer writes fits the chip. If the manufacturer writes no control TLV, a
    /// Lock Control TLV fits if its lock bytes are outside the area.
    ///
    /// - Parameter controlTLVs: The TLVs that the manufacturer writes before the message; see
    ///   ``Type2Memory/controlTLVs``.
    public func foreignLockControl(controlTLVs: [UInt8]) -> TLV? {
        let own = (try? Type2DataArea(parsing: controlTLVs, areaBytes: areaBytes))?.tlvs.first?.value
        return tlvs.prefix { $0.type != .ndefMessage }.first { tlv in
            guard tlv.type == .lockControl else { return false }
            if let own { return tlv.value != own }
            return ReservedBytes(.lockControl, value: tlv.value)?.areaRange(areaBytes: areaBytes) != nil
        }
    }
}

/// The bytes of a data area that TLVs may use: all bytes except the reserved ones.
struct FreeBytes {
    /// The reserved ranges, sorted and without overlap.
    let reserved: [Range<Int>]
    let end: Int

    /// Returns the ranges that contain the next `count` free bytes at or after `offset`, in order. The ranges
    /// contain fewer bytes if the area ends first.
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

    /// Returns the offset of the next free byte at or after `offset`; nil if the area ends first.
    func next(from offset: Int) -> Int? { ranges(from: offset, count: 1).first?.lowerBound }

    /// Returns the number of free bytes at or after `offset`.
    func count(from offset: Int) -> Int {
        ranges(from: offset, count: max(0, end - offset)).byteCount
    }

    /// Returns `reserved` with `range` added. Ranges that overlap or touch are merged, and the result is
    /// sorted.
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
        return (apart + [merged]).sorted { $0.lowerBound < $1.lowerBound }
    }
}

/// The position of each byte of an NDEF Message TLV in a data area. The TLV is laid out around the reserved
/// bytes.
public struct NDEFMessageLayout: Hashable, Sendable {
    /// The offset of the T byte, `03`, in the area.
    public let typeOffset: Int
    /// The offsets of the length field's one or three bytes.
    public let lengthOffsets: [Int]
    /// The ranges of the area that contain the message, in order.
    public let valueRanges: [Range<Int>]
    /// The offset of the terminator, `FE`; nil if the message ends at the end of the area. The specification
    /// requires no terminator there.
    public let terminatorOffset: Int?

    /// Calculates the layout of a message with `messageBytes` bytes. The length field uses one byte if
    /// possible.
    ///
    /// - Parameters:
    ///   - messageBytes: The size of the encoded message in bytes; 0 for an empty NDEF Message TLV.
    ///   - offset: The first possible offset of the T byte: ``Type2DataArea/ndefMessageOffset``.
    ///   - reserved: The ranges of ``Type2DataArea/reserved``, sorted and without overlap.
    ///   - areaBytes: The size of the whole area in bytes.
    /// - Throws: `limitExceeded` if the message does not fit. The error contains the size of the largest
    ///   message that fits.
    public init(
        messageBytes: Int, at offset: Int, reserved: [Range<Int>], areaBytes: Int
    ) throws(NDEFError) {
        let largest = Self.largestMessage(at: offset, reserved: reserved, areaBytes: areaBytes)
        guard let largest, messageBytes <= largest else {
            throw NDEFError(
                .limitExceeded, areaOffset: offset, expected: largest ?? 0, found: messageBytes,
                detail: "bytes in the message")
        }
        let free = FreeBytes(reserved: reserved, end: areaBytes)
        let header = free.ranges(from: offset, count: 1 + Self.lengthCount(messageBytes)).flatMap { $0 }
        let afterHeader = header[header.count - 1] + 1
        typeOffset = header[0]
        lengthOffsets = Array(header[1...])
        valueRanges = free.ranges(from: afterHeader, count: messageBytes)
        terminatorOffset = free.next(from: valueRanges.last?.upperBound ?? afterHeader)
    }

    /// Writes the TLV into `area`, with a terminator if the layout has one. All other bytes stay unchanged.
    ///
    /// - Parameters:
    ///   - message: The message, which must have the size for which the layout was calculated.
    ///   - area: The bytes of the area, at least through the terminator.
    public func write(_ message: [UInt8], into area: inout [UInt8]) {
        precondition(
            message.count == valueRanges.byteCount,
            "the layout was calculated for a message of a different size")
        area[typeOffset] = TLV.Kind.ndefMessage.rawValue
        let length = message.count
        let lengthBytes =
            lengthOffsets.count == 1
            ? [UInt8(length)] : [0xFF, UInt8(length >> 8), UInt8(length & 0xFF)]
        for (offset, byte) in zip(lengthOffsets, lengthBytes) { area[offset] = byte }
        for (offset, byte) in zip(valueRanges.joined(), message) { area[offset] = byte }
        if let terminatorOffset { area[terminatorOffset] = TLV.Kind.terminator.rawValue }
    }

    /// Returns the size in bytes of the largest message that fits if its TLV starts at or after `offset` and
    /// no terminator follows; nil if not even an empty message fits.
    public static func largestMessage(at offset: Int, reserved: [Range<Int>], areaBytes: Int) -> Int? {
        let room = FreeBytes(reserved: reserved, end: areaBytes).count(from: offset)
        guard room >= 2 else { return nil }
        let withLongLength = min(room - 4, largestValue)
        return withLongLength > largestShortValue ? withLongLength : min(room - 2, largestShortValue)
    }

    /// The maximum length that the one-byte length field can declare. Source: T2TOP 1.1 §2.3.
    private static let largestShortValue = 0xFE
    /// The maximum length that the three-byte length field can declare. Source: T2TOP 1.1 §2.3.
    private static let largestValue = 0xFFFE

    private static func lengthCount(_ messageBytes: Int) -> Int { messageBytes > largestShortValue ? 3 : 1 }
}

extension [Range<Int>] {
    /// The number of bytes in all ranges together.
    var byteCount: Int { reduce(0) { $0 + $1.count } }
}
