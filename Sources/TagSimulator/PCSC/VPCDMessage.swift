/// A message from vsmartcard's virtual reader driver for pcscd to a card: a length of two bytes, highest first, and a
/// body.
///
/// Source: vsmartcard, `virtualsmartcard/src/vpcd/vpcd.h`.
enum VPCDMessage: Hashable, Sendable {
    /// Powers the card off, without a response.
    case powerOff
    /// Powers the card on, without a response.
    case powerOn
    /// Resets the card, without a response.
    case reset
    /// Requests the ATR. pcscd's driver repeats this request to check whether the card is present.
    case answerToReset
    /// A command to the card.
    case apdu([UInt8])

    /// Decodes a message from its body.
    init(_ body: [UInt8]) {
        switch body {
        case [0]: self = .powerOff
        case [1]: self = .powerOn
        case [2]: self = .reset
        case [4]: self = .answerToReset
        default: self = .apdu(body)
        }
    }

    /// Returns a response with its length, truncated if the length exceeds two bytes.
    static func framed(_ body: [UInt8]) -> [UInt8] {
        let body = body.prefix(0xFFFF)
        return [UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body
    }
}

extension VirtualPCSCReader {
    /// Processes a message of the driver.
    ///
    /// - Returns: The response's body, or nil if the message has no response or the reader has stalled.
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
