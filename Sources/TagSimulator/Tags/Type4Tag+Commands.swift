import SimulationKit
import TagDumps
import TagSecurity

extension Type4Tag {
    /// One C-APDU and its R-APDU, with the number of EEPROM writes that it took.
    ///
    /// Source: NFC Forum T4TOP 2.0 §5.4; ISO/IEC 7816-4 §5.1, §11.
    mutating func answer(_ apdu: [UInt8], tear: Tear?) -> (response: [UInt8], pagesWritten: Int) {
        guard let command = CommandAPDU(apdu) else { return ([0x67, 0x00], 0) }
        // Reads one behind the other are one tap. Source: NXP NTAG 424 DNA data sheet §9.3.1.
        if command.cla != 0x00 || command.ins != 0xB0 { hasCounted = false }
        if command.cla == 0x90, core != nil { return nativeAnswer(command, tear: tear) }
        guard command.cla == 0x00 else { return ([0x6E, 0x00], 0) }
        switch command.ins {
        case 0xA4: return (select(command), 0)
        case 0xB0: return (readBinary(command), 0)
        case 0xD6: return updateBinary(command, tear: tear)
        default: return ([0x6D, 0x00], 0)
        }
    }

    /// SELECT by name (the NDEF application) and by file id.
    private mutating func select(_ command: CommandAPDU) -> [UInt8] {
        dialogue.end()
        switch (command.p1, command.data.count) {
        case (0x04, _):
            let leIsWrong =
                defects.contains(.leRequired) && command.le == nil
                || defects.contains(.leRefused) && command.le != nil
            guard command.data == Self.application, !leIsWrong else { return [0x6A, 0x82] }
            selection = .application
            return [0x90, 0x00]
        case (0x00, 2), (0x02, 2):
            let id = UInt16(command.data[0]) << 8 | UInt16(command.data[1])
            guard selection != .none, files.contains(where: { $0.id == id }) else { return [0x6A, 0x82] }
            selection = .file(id)
            return [0x90, 0x00]
        default: return [0x6A, 0x86]
        }
    }

    /// READ BINARY: at most MLe bytes; what is asked beyond the file's end is left off.
    private mutating func readBinary(_ command: CommandAPDU) -> [UInt8] {
        guard command.data.isEmpty, let le = command.le else { return [0x67, 0x00] }
        guard case .file(let id) = selection, let file = files.first(where: { $0.id == id }) else {
            return [0x69, 0x86]
        }
        guard access(to: id)?.read == 0x00, !dialogue.isAuthenticated else { return [0x69, 0x82] }
        guard command.offset < file.bytes.count else { return [0x6B, 0x00] }
        guard le <= limits.read else { return [0x67, 0x00] }
        guard let shown = shown(file) else { return [0x69, 0x82] }
        return Array(shown[command.offset...].prefix(le)) + [0x90, 0x00]
    }

    /// UPDATE BINARY: at most MLc bytes, within the file, and no Le behind them.
    private mutating func updateBinary(_ command: CommandAPDU, tear: Tear?) -> ([UInt8], Int) {
        guard !command.data.isEmpty, command.le == nil, command.data.count <= limits.write else {
            return ([0x67, 0x00], 0)
        }
        guard case .file(let id) = selection, let index = files.firstIndex(where: { $0.id == id }) else {
            return ([0x69, 0x86], 0)
        }
        guard access(to: id)?.write == 0x00, !dialogue.isAuthenticated else { return ([0x69, 0x82], 0) }
        let end = command.offset + command.data.count
        guard end <= files[index].bytes.count else { return ([0x6A, 0x84], 0) }
        switch tear {
        case nil, .new: files[index].bytes.replaceSubrange(command.offset..<end, with: command.data)
        case .old: break
        case .garbage(let seed):
            var generator = SeededGenerator(seed: seed)
            for offset in command.offset..<end {
                files[index].bytes[offset] = UInt8.random(in: .min ... .max, using: &generator)
            }
        }
        return ([0x90, 0x00], 1)
    }

    /// AID of the NDEF application, version 2. Source: NFC Forum T4TOP 2.0 §5.4.2.
    private static let application: [UInt8] = [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01]

    private var container: [UInt8] { files.first { $0.id == 0xE103 }?.bytes ?? [] }

    /// MLe and MLc. Source: NFC Forum T4TOP 2.0 §5.1.
    ///
    /// A tag returns up to 15 bytes whatever its container claims, because otherwise the container could not
    /// be read (§5.1: MLe is at least 000Fh).
    private var limits: (read: Int, write: Int) {
        let cc = container
        guard cc.count >= 7 else { return (256, 255) }
        return (max(15, Int(cc[3]) << 8 | Int(cc[4])), Int(cc[5]) << 8 | Int(cc[6]))
    }

    /// The access bytes of a file's TLV in the capability container, which itself can only be read.
    private func access(to id: UInt16) -> (read: UInt8, write: UInt8)? {
        guard id != 0xE103 else { return (0x00, 0xFF) }
        if let settings = core?.settings, id == Self.ndefFile {
            // Without secure messaging these commands have the rights of everybody. Source: data sheet §10.9.
            func byte(_ rights: UInt8...) -> UInt8 { rights.contains(SDMSettings.free) ? 0x00 : 0xFF }
            return (
                byte(settings.access.read, settings.access.readWrite),
                byte(settings.access.write, settings.access.readWrite)
            )
        }
        let cc = container
        var at = 7
        while at + 2 <= cc.count, at + 2 + Int(cc[at + 1]) <= cc.count {
            let value = Array(cc[(at + 2)..<(at + 2 + Int(cc[at + 1]))])
            if value.count >= 6, UInt16(value[0]) << 8 | UInt16(value[1]) == id {
                return (value[value.count - 2], value[value.count - 1])
            }
            at += 2 + value.count
        }
        return nil
    }
}

/// A C-APDU in its parts. Source: ISO/IEC 7816-4 §5.1.
struct CommandAPDU {
    var cla: UInt8
    var ins: UInt8
    var p1: UInt8
    var p2: UInt8
    var data: [UInt8] = []
    /// How many bytes are asked for; nil where the field is absent.
    var le: Int?

    /// P1 and P2 as an offset into the selected file; above 7FFFh they name a short file id, which is not offered.
    var offset: Int { Int(p1) << 8 | Int(p2) }

    /// nil where the lengths contradict each other.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 4 else { return nil }
        (cla, ins, p1, p2) = (bytes[0], bytes[1], bytes[2], bytes[3])
        let body = Array(bytes[4...])
        switch body.count {
        case 0: return
        case 1: le = body[0] == 0 ? 256 : Int(body[0])
        case 3 where body[0] == 0: le = Self.extended(body[1], body[2])
        default:
            let isExtended = body[0] == 0
            guard !isExtended || body.count >= 3 else { return nil }
            let start = isExtended ? 3 : 1
            let count = isExtended ? Int(body[1]) << 8 | Int(body[2]) : Int(body[0])
            guard count > 0, body.count >= start + count else { return nil }
            data = Array(body[start..<start + count])
            let rest = Array(body[(start + count)...])
            switch (rest.count, isExtended) {
            case (0, _): break
            case (1, false): le = rest[0] == 0 ? 256 : Int(rest[0])
            case (2, true): le = Self.extended(rest[0], rest[1])
            default: return nil
            }
        }
    }

    private static func extended(_ high: UInt8, _ low: UInt8) -> Int {
        let value = Int(high) << 8 | Int(low)
        return value == 0 ? 65_536 : value
    }
}
