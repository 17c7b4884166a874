import SimulationKit
import TagKit

/// A simulated contactless PC/SC reader, which responds to the commands that pcscd's driver sends.
///
/// Every profile uses a virtual PN532. The automatic polling of real readers is not simulated. This type only
/// processes APDUs; ``VirtualCardSocket`` provides the connection and the thread.
///
/// Source: PC/SC part 3 §3.2.2 and its supplement; ACS, ACR122U API 2.04.
public struct VirtualPCSCReader: Sendable {
    /// The reader's PN532, which contains the field.
    public var chip: VirtualPN532
    /// The commands that the reader supports in addition to storage-card commands.
    public let profile: PCSCProfile
    /// The number of APDUs that the reader received.
    private(set) var apduCount = 0

    /// The number of requests from the driver to power the card off.
    public internal(set) var powerOffs = 0

    /// The tag that was selected when the card was powered on; nil if the card is off or no tag responded.
    private(set) var target: SelectedTag?
    /// The MIFARE Classic keys stored in the reader, keyed by their number.
    var keys: [UInt8: [UInt8]] = [:]
    var hasSession = false

    /// Creates a reader whose field is switched off.
    public init(_ field: VirtualField, profile: PCSCProfile) {
        chip = VirtualPN532(field: field)
        self.profile = profile
        // Two attempts to find a tag, instead of infinitely many (UM0701-02 §7.3.1 item 5).
        _ = chipAnswer([0xD4, 0x32, 0x05, 0x00, 0x01, 0x02])
    }

    /// Whether a tag is in the field. A real reader detects this by polling.
    public var hasTag: Bool { chip.field.presentCount > 0 }

    /// Powers the card on: switches the field on and selects one tag.
    public mutating func powerOn() {
        powerOff()
        target = list()
    }

    /// Powers the card off: switches the field off and ends a transparent session.
    mutating func powerOff() {
        (target, hasSession) = (nil, false)
        _ = chipAnswer([0xD4, 0x32, 0x01, 0x00])
        _ = chipAnswer([0xD4, 0x52, 0x00])
    }

    /// Processes a C-APDU and returns the R-APDU; nil if the reader does not respond because of a fault.
    public mutating func answer(_ apdu: [UInt8]) -> [UInt8]? {
        apduCount += 1
        let answer = execute(apdu)
        return chip.field.readerFault == .readerStalls ? nil : answer
    }

    private mutating func execute(_ apdu: [UInt8]) -> [UInt8] {
        guard apdu.count >= 4 else { return StatusWord.wrongLength }
        guard apdu[0] == 0xFF else { return exchangeWithCard(apdu) }
        let body = Array(apdu.dropFirst(5))
        switch apdu[1] {
        case 0xCA: return data(apdu[2])
        case 0xB0: return readBinary(apdu[3], count: apdu.count > 4 ? Int(apdu[4]) : 0)
        case 0xD6 where apdu.count > 4 && body.count == Int(apdu[4]): return updateBinary(apdu[3], body)
        case 0x82 where body.count == 6: return load(body, at: apdu[3])
        case 0x86 where body.count == 5: return authenticate(body)
        case 0x00 where apdu.count > 4 && body.count >= Int(apdu[4]):
            return passOn(Array(body.prefix(Int(apdu[4]))))
        case 0xC2 where apdu.count > 4 && body.count >= Int(apdu[4]):
            return session(apdu[3], Array(body.prefix(Int(apdu[4]))))
        case 0xD6, 0x82, 0x86: return StatusWord.wrongLength
        default: return StatusWord.unknownInstruction
        }
    }

    // MARK: The chip

    /// Selects a tag with the chip's InListPassiveTarget command. Returns nil if no tag responds.
    mutating func list() -> SelectedTag? {
        guard let answer = chipAnswer([0xD4, 0x4A, 0x01, 0x00]), answer.count > 8, answer[2] == 1 else {
            return nil
        }
        let end = 8 + Int(answer[7])
        return SelectedTag(
            atqa: UInt16(bytes: answer[4...5]), sak: answer[6], uid: Array(answer[8..<end]),
            ats: Array(answer.dropFirst(end + 1)))
    }

    /// Sends a command to the chip and returns the content of its response frame; nil if the chip reports a
    /// syntax error or does not respond.
    mutating func chipAnswer(_ bytes: [UInt8]) -> [UInt8]? {
        guard (1...Frame.largestInformation).contains(bytes.count) else { return nil }
        for case .send(.information(let answer)) in chip.receive(.information(bytes)) { return answer }
        return nil
    }

    /// Uses the chip's InDataExchange command to send a command to the tag, and returns the tag's response.
    /// Returns nil if the chip reports an error or does not respond.
    mutating func exchange(_ bytes: [UInt8]) -> [UInt8]? {
        guard let answer = chipAnswer([0xD4, 0x40, 0x01] + bytes), answer.count >= 3, answer[2] & 0x3F == 0
        else { return nil }
        return Array(answer.dropFirst(3))
    }
}

/// The commands that a virtual PC/SC reader supports in addition to storage-card commands.
public enum PCSCProfile: String, Hashable, Sendable, CaseIterable {
    /// Only storage-card commands.
    case storageCard
    /// Commands to the reader's PN532, with the prefix `FF 00 00 00`, as on the ACR122U.
    case direct
    /// Raw bytes to the tag, with the prefix `FF 00 00 00`, as on the ACR1281U. If the tag responds with a
    /// 4-bit ACK, the reader reports `63 00`.
    case raw
    /// Transparent sessions (`FF C2`), as on the ACR1252U and ACR1552U.
    case transparent
}

/// The status words that the readers return, as bytes.
enum StatusWord {
    static let done: [UInt8] = [0x90, 0x00]
    /// The status word if the tag refused the command or did not respond. The readers do not distinguish the
    /// two cases.
    static let failed: [UInt8] = [0x63, 0x00]
    static let wrongLength: [UInt8] = [0x67, 0x00]
    static let notSupported: [UInt8] = [0x6A, 0x81]
    static let unknownInstruction: [UInt8] = [0x6D, 0x00]
    /// The status word for a command that the reader's chip does not support. Source: nfc-tools/libnfc#251.
    static let chipRefuses: [UInt8] = [0x63, 0x7F]
}
