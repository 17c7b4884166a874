import SimulationKit
import TagKit

/// A contactless PC/SC reader as a value, which responds to the commands of pcscd's driver.
///
/// Every profile uses a virtual PN532; a reader's own polling is not simulated. This type only processes APDUs;
/// ``VirtualCardSocket`` provides the socket and the thread.
///
/// Source: PC/SC part 3 §3.2.2 and its supplement; ACS, ACR122U API 2.04.
public struct VirtualPCSCReader: Sendable {
    /// The reader's chip with its field.
    public var chip: VirtualPN532
    /// The commands that the reader passes to the tag.
    public let profile: PCSCProfile
    /// The number of APDUs received.
    public private(set) var apduCount = 0

    /// The number of power-off requests for the card.
    public internal(set) var powerOffs = 0

    /// The powered tag, or nil if the card is not powered or no tag responds.
    private(set) var target: SelectedTag?
    /// The loaded MIFARE Classic keys by their location.
    var keys: [UInt8: [UInt8]] = [:]
    /// Whether a transparent session is open.
    var hasSession = false

    /// Creates a reader with its field off.
    public init(_ field: VirtualField, profile: PCSCProfile) {
        chip = VirtualPN532(field: field)
        self.profile = profile
        // Two attempts to find a tag, instead of infinitely many (UM0701-02 §7.3.1 item 5).
        _ = chipAnswer([0xD4, 0x32, 0x05, 0x00, 0x01, 0x02])
    }

    /// Whether a tag is present, as a polling reader detects it.
    public var hasTag: Bool { chip.field.presentCount > 0 }

    /// Powers the card: switches the field on and selects one tag.
    public mutating func powerOn() {
        powerOff()
        target = list()
    }

    /// Switches the field off.
    public mutating func powerOff() {
        (target, hasSession) = (nil, false)
        _ = chipAnswer([0xD4, 0x32, 0x01, 0x00])
        _ = chipAnswer([0xD4, 0x52, 0x00])
    }

    /// Processes an APDU and returns the response, or nil if the reader has stalled.
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

    /// Polls for a tag with the chip's command.
    mutating func list() -> SelectedTag? {
        guard let answer = chipAnswer([0xD4, 0x4A, 0x01, 0x00]), answer.count > 8, answer[2] == 1 else {
            return nil
        }
        let end = 8 + Int(answer[7])
        return SelectedTag(
            atqa: UInt16(answer[4]) << 8 | UInt16(answer[5]), sak: answer[6], uid: Array(answer[8..<end]),
            ats: Array(answer.dropFirst(end + 1)))
    }

    /// Sends a frame to the chip and returns its information frame; nil for a syntax error or no response.
    mutating func chipAnswer(_ bytes: [UInt8]) -> [UInt8]? {
        guard (1...Frame.largestInformation).contains(bytes.count) else { return nil }
        for case .send(.information(let answer)) in chip.receive(.information(bytes)) { return answer }
        return nil
    }

    /// Returns the tag's response to a command through InDataExchange; nil if the status is not 00.
    mutating func exchange(_ bytes: [UInt8]) -> [UInt8]? {
        guard let answer = chipAnswer([0xD4, 0x40, 0x01] + bytes), answer.count >= 3, answer[2] & 0x3F == 0
        else { return nil }
        return Array(answer.dropFirst(3))
    }
}

/// The commands that a virtual PC/SC reader passes to its tag in addition to storage-card commands.
public enum PCSCProfile: String, Hashable, Sendable, CaseIterable {
    /// A storage card, which has no other commands.
    case storageCard
    /// Commands to a PN532 after `FF 00 00 00`, as on the ACR122U.
    case direct
    /// Raw bytes to the tag after `FF 00 00 00`, as on the ACR1281U; a 4-bit ACK is reported as `63 00`.
    case raw
    /// Transparent sessions (`FF C2`), as on the ACR1252U and ACR1552U.
    case transparent
}

/// The status words of these readers, as responses.
enum StatusWord {
    static let done: [UInt8] = [0x90, 0x00]
    /// The tag refused or was silent, which readers do not distinguish.
    static let failed: [UInt8] = [0x63, 0x00]
    static let wrongLength: [UInt8] = [0x67, 0x00]
    static let notSupported: [UInt8] = [0x6A, 0x81]
    static let unknownInstruction: [UInt8] = [0x6D, 0x00]
    /// The reader's chip does not support the command. Source: nfc-tools/libnfc#251.
    static let chipRefuses: [UInt8] = [0x63, 0x7F]
}
