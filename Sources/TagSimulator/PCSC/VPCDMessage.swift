/// A message to a card from vsmartcard's virtual reader driver for pcscd. On the wire, the body is preceded
/// by its length: two bytes in big-endian order.
///
/// Source: vsmartcard, `virtualsmartcard/src/vpcd/vpcd.h`.
enum VPCDMessage: Hashable, Sendable {
    /// A request to power the card off. It has no response.
    case powerOff
    /// A request to power the card on. It has no response.
    case powerOn
    /// A request to reset the card. It has no response.
    case reset
    /// A request for the ATR. The driver repeats it to check whether the card is present.
    case answerToReset
    /// A C-APDU for the card.
    case apdu([UInt8])

    init(_ body: [UInt8]) {
        switch body {
        case [0]: self = .powerOff
        case [1]: self = .powerOn
        case [2]: self = .reset
        case [4]: self = .answerToReset
        default: self = .apdu(body)
        }
    }

    /// Returns a response preceded by its length. A body that is too long for the two-byte length is
    /// truncated.
    static func framed(_ body: [UInt8]) -> [UInt8] {
        let body = body.prefix(0xFFFF)
        return [UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body
    }
}

extension VirtualPCSCReader {
    /// Processes a message from the driver.
    ///
    /// - Returns: The body of the response; nil if the message has no response or the reader does not respond
    ///   because of a fault.
    mutating func receive(_ message: VPCDMessage) -> [UInt8]? {
        switch message {
        case .powerOff:
            powerOffs += 1
            powerOff()
        case .powerOn, .reset: powerOn()
        case .answerToReset: return answerToReset
        case .apdu(let bytes): return answer(bytes)
        }
        return nil
    }
}
