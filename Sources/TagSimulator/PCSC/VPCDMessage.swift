/// What vsmartcard's virtual reader driver for pcscd says to a card: a length of two bytes, highest first, and a body.
///
/// Source: vsmartcard, `virtualsmartcard/src/vpcd/vpcd.h`.
enum VPCDMessage: Hashable, Sendable {
    /// The card's power goes; nothing is answered.
    case powerOff
    /// The card gets power; nothing is answered.
    case powerOn
    /// The card is reset; nothing is answered.
    case reset
    /// The answer to reset is wanted. pcscd's driver asks this again and again to see whether the card is there.
    case answerToReset
    /// A command that the card answers.
    case apdu([UInt8])

    /// Reads a body.
    init(_ body: [UInt8]) {
        switch body {
        case [0]: self = .powerOff
        case [1]: self = .powerOn
        case [2]: self = .reset
        case [4]: self = .answerToReset
        default: self = .apdu(body)
        }
    }

    /// An answer with its length; a longer one than two bytes can tell is cut.
    static func framed(_ body: [UInt8]) -> [UInt8] {
        let body = body.prefix(0xFFFF)
        return [UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body
    }
}

extension VirtualPCSCReader {
    /// Takes a message of the driver.
    ///
    /// - Returns: The answer's body; nil where none belongs to the message, or the reader has stalled.
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
