/// The parsed data area of a Type 2 or MIFARE Classic tag: its message, its state, and the positions for the
/// next message.
struct AreaReading: Hashable {
    let units: DataUnits
    /// The area's TLVs; nil if they could not be parsed.
    let area: Type2DataArea?
    /// The value of the first NDEF Message TLV, which may be an invalid message; nil if there is no such TLV.
    let message: [UInt8]?
    let state: TagState
    /// The positions at which the next message can be written, the preferred one first.
    let sites: [MessageSite]
    let findings: [TagFinding]
    private let controlTLVs: [UInt8]

    /// Parses a data area.
    ///
    /// - Parameters:
    ///   - units: The area's content, as far as it was read.
    ///   - controlTLVs: The control TLVs that the chip's manufacturer writes before the NDEF Message TLV.
    ///   - isWritable: Returns whether the unit at an index can be written.
    init(_ units: DataUnits, controlTLVs: [UInt8], isWritable: (Int) -> Bool) {
        self.units = units
        self.controlTLVs = controlTLVs
        let repairs = MessageSite.repairs(units, controlTLVs)
        let parsed = Result { () throws(NDEFError) in
            try Type2DataArea(parsing: units.prefix, areaBytes: units.areaBytes)
        }
        area = try? parsed.get()
        guard let area, let tlv = area.ndefMessage, let standing = MessageSite.standing(area) else {
            message = nil
            state = .unformatted
            sites = repairs
            if case .failure(let error) = parsed { findings = [.areaMalformed(error)] } else { findings = [] }
            return
        }
        message = tlv.value
        let isFrontSound = Self.isFrontSound(area, controlTLVs)
        let broken = Self.brokenRule(of: area)
        if broken != nil || (tlv.value.isEmpty && !isFrontSound) {
            state = .unformatted
        } else if !isWritable(units.unit(of: tlv.lengthOffsets[0])) {
            state = .readOnly
        } else {
            state = tlv.value.isEmpty ? .initialized : .readWrite
        }
        switch (state, isFrontSound) {
        case (.unformatted, false): sites = repairs
        case (.unformatted, true): sites = [standing] + repairs
        default: sites = [standing]
        }
        findings =
            (broken.map { [.messageMalformed($0)] } ?? []) + (isFrontSound ? [] : [.lockControlWrong])
            + Self.trailingFindings(units, area, tlv)
    }

    /// Returns the message in an image if the image contains a Lock Control TLV that does not fit this chip.
    /// Returns nil if all Lock Control TLVs in the image fit, or if the image has no message.
    ///
    /// A Lock Control TLV of another chip must not be copied to this chip. It would declare bytes of the data
    /// area to be lock bytes, and phones would overwrite them when they make the tag read-only.
    func messageOfForeign(_ image: [UInt8]) -> [UInt8]? {
        func locks(_ area: Type2DataArea?) -> [[UInt8]] {
            area?.tlvs.filter { $0.type == .lockControl }.map(\.value) ?? []
        }
        let foreign = try? Type2DataArea(parsing: image)
        let own = locks(try? Type2DataArea(parsing: controlTLVs)) + locks(area)
        guard locks(foreign).contains(where: { !own.contains($0) }) else { return nil }
        return foreign?.ndefMessage?.value
    }

    /// Returns the layout of a message with this size in bytes at the first position where it fits.
    func layout(messageBytes: Int) -> NDEFMessageLayout? {
        sites.lazy.compactMap { $0.layout(messageBytes: messageBytes, areaBytes: units.areaBytes) }.first
    }

    /// The size in bytes of the largest message that can be written at one of the positions in `sites`.
    var capacityBytes: Int { sites.compactMap { $0.capacity(areaBytes: units.areaBytes) }.max() ?? 0 }

    /// Returns whether all TLVs before the message have allowed types, and all Lock Control TLVs among them
    /// fit the chip. The result can be false after an interrupted write.
    private static func isFrontSound(_ area: Type2DataArea, _ controlTLVs: [UInt8]) -> Bool {
        area.foreignLockControl(controlTLVs: controlTLVs) == nil
            && area.tlvs.prefix { $0.type != .ndefMessage }.allSatisfy { tlv in
                [.lockControl, .null, .memoryControl, .proprietary].contains(tlv.type)
            }
    }

    /// Returns the error for the NDEF rule that the message violates; nil if the message is valid or empty.
    private static func brokenRule(of area: Type2DataArea) -> NDEFError? {
        do {
            _ = try area.message()
            return nil
        } catch {
            return error
        }
    }

    /// Returns findings about the bytes after the message: a missing terminator, or leftover bytes of older
    /// content.
    private static func trailingFindings(
        _ units: DataUnits, _ area: Type2DataArea, _ tlv: TLV
    ) -> [TagFinding] {
        let known = units.prefix
        let next = FreeBytes(reserved: area.reserved, end: area.areaBytes).next(from: tlv.endOffset)
        guard let next, next < known.count else { return [] }
        guard known[next] == TLV.Kind.terminator.rawValue || area.isTerminated else {
            return [.notTerminated]
        }
        let stale = known[max(area.usedBytes, next)...].count {
            $0 != 0 && $0 != TLV.Kind.terminator.rawValue
        }
        return stale > 0 ? [.staleBytes(count: stale)] : []
    }
}
