import SimulationKit
import TagKit

/// A contactless PC/SC reader as a value: it is given what pcscd's driver sends and says what the reader answers.
///
/// A virtual PN532 does the work, whatever the profile shows of it; a reader's own polling is not modelled. Only
/// APDUs are answered here, sockets and threads are ``VirtualCardSocket``'s.
///
/// Source: PC/SC part 3 §3.2.2 and its supplement; ACS, ACR122U API 2.04.
public struct VirtualPCSCReader: Sendable {
    /// The reader's chip and the field in front of it.
    public var chip: VirtualPN532
    /// What the reader lets through.
    public let profile: PCSCProfile
    /// How many APDUs came.
    public private(set) var apduCount = 0

    /// How often the card was told to go without power.
    public internal(set) var powerOffs = 0

    /// The tag that has power; nil without power or tag.
    private(set) var target: SelectedTag?
    /// The MIFARE Classic keys that were loaded, by their place.
    var keys: [UInt8: [UInt8]] = [:]
    /// Whether a transparent session is open.
    var hasSession = false

    /// A reader with its field off.
    public init(_ field: VirtualField, profile: PCSCProfile) {
        chip = VirtualPN532(field: field)
        self.profile = profile
        // Two tries to find a tag, not tries for ever (UM0701-02 §7.3.1 item 5).
        _ = chipAnswer([0xD4, 0x32, 0x05, 0x00, 0x01, 0x02])
    }

    /// Whether a tag is there, as a reader that looks now and then sees it.
    public var hasTag: Bool { chip.field.presentCount > 0 }

    /// The card gets power: its field comes up and one tag is selected.
    public mutating func powerOn() {
        powerOff()
        target = list()
    }

    /// The field goes off.
    public mutating func powerOff() {
        (target, hasSession) = (nil, false)
        _ = chipAnswer([0xD4, 0x32, 0x01, 0x00])
        _ = chipAnswer([0xD4, 0x52, 0x00])
    }

    /// The reader is given an APDU and answers; nil when it has stalled.
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

    /// Looks for a tag as the chip does it.
    mutating func list() -> SelectedTag? {
        guard let answer = chipAnswer([0xD4, 0x4A, 0x01, 0x00]), answer.count > 8, answer[2] == 1 else {
            return nil
        }
        let end = 8 + Int(answer[7])
        return SelectedTag(
            atqa: UInt16(answer[4]) << 8 | UInt16(answer[5]), sak: answer[6], uid: Array(answer[8..<end]),
            ats: Array(answer.dropFirst(end + 1)))
    }

    /// What the chip says to a frame: its information, or nil for a syntax error or nothing.
    mutating func chipAnswer(_ bytes: [UInt8]) -> [UInt8]? {
        guard (1...Frame.largestInformation).contains(bytes.count) else { return nil }
        for case .send(.information(let answer)) in chip.receive(.information(bytes)) { return answer }
        return nil
    }

    /// The tag's answer to a command through InDataExchange; nil where its status is not 00.
    mutating func exchange(_ bytes: [UInt8]) -> [UInt8]? {
        guard let answer = chipAnswer([0xD4, 0x40, 0x01] + bytes), answer.count >= 3, answer[2] & 0x3F == 0
        else { return nil }
        return Array(answer.dropFirst(3))
    }
}

/// The commands that a virtual PC/SC reader passes to its tag besides storage-card commands.
public enum PCSCProfile: String, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case storageCard
    /// A PN532 that takes its own commands behind `FF 00 00 00`, as the ACR122U.
    case direct
    /// Bytes for the tag behind `FF 00 00 00`, as the ACR1281U; a 4-bit ACK is reported as `63 00`.
    case raw
    /// Transparent sessions (`FF C2`), as the ACR1252U and ACR1552U.
    case transparent
}

/// The status words of these readers, as answers.
enum StatusWord {
    static let done: [UInt8] = [0x90, 0x00]
    /// The tag refused, or was silent: readers do not tell.
    static let failed: [UInt8] = [0x63, 0x00]
    static let wrongLength: [UInt8] = [0x67, 0x00]
    static let notSupported: [UInt8] = [0x6A, 0x81]
    static let unknownInstruction: [UInt8] = [0x6D, 0x00]
    /// The chip in the reader does not know the command. Source: nfc-tools/libnfc#251.
    static let chipRefuses: [UInt8] = [0x63, 0x7F]
}
