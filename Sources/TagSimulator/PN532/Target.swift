import TagKit

/// A tag that the chip has activated and given a number.
struct Target: Sendable {
    /// The logical number, 1 or 2.
    let number: UInt8
    /// ATQA in the order of an answer's SENS_RES: high byte first.
    let atqa: [UInt8]
    let sak: UInt8
    let uid: [UInt8]
    /// The whole answer to RATS, TL included; empty without ISO-DEP.
    var ats: [UInt8] = []
    /// The ISO-DEP session; nil where the tag has none.
    var dep: ISODEPSession?
    /// False after a deselection: the tag has to be woken before it hears a command.
    var isAwake = true

    /// How InListPassiveTarget describes the target. Source: UM0701-02 §7.3.5.
    var listing: [UInt8] { [number] + atqa + [sak, UInt8(uid.count)] + uid + ats }
}

extension VirtualPN532 {
    /// The longest ATS that fits a frame of 64 bytes with its CRC. Source: ISO/IEC 14443-4 §5.2.
    private static let longestATS = 62

    /// Finds one tag of type A and brings it to ACTIVE, and to ISO-DEP where the parameters say so.
    ///
    /// - Parameters:
    ///   - number: The logical number that it gets.
    ///   - uid: The tag's UID when only that tag is wanted.
    ///   - request: REQA, or WUPA, which also wakes tags that were sent away.
    mutating func activate(number: UInt8, uid: [UInt8]? = nil, request: RFFrame) -> Target? {
        // Seen by hosts: without an answer the request stays in the buffer.
        registers.fill(request.bytes)
        guard let selected = antenna.field.activate(request, attempts: 1, uid: uid) else {
            antenna.wait(Self.activationMicroseconds)
            return nil
        }
        registers.fill([])
        var target = Target(
            number: number, atqa: [UInt8(selected.atqa >> 8), UInt8(selected.atqa & 0xFF)], sak: selected.sak,
            uid: selected.uid)
        let supportsDEP = selected.sak & 0x20 != 0
        let automaticRATS = parameters & 0x10 != 0
        guard supportsDEP, automaticRATS else { return target }
        // FSDI 5: the chip's buffer holds frames of 64 bytes.
        guard
            case .frame(let ats) = antenna.exchange(
                RFFrame([0xE0, 0x50]), timeout: Self.activationMicroseconds),
            Int(ats.bytes.first ?? 0) == ats.bytes.count, ats.bytes.count <= Self.longestATS
        else { return nil }
        target.ats = ats.bytes
        target.dep = ISODEPSession(ats: ats.bytes)
        return target
    }
}
