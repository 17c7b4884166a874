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
}

extension Type2DataArea {
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
