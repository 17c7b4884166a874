public import SimulationKit
public import TagDumps
import TagKit
import TagSecurity

/// A simulated Type 4 tag: the NDEF application with its files, which a reader accesses over ISO-DEP.
///
/// A tag supports the commands for NDEF. An NTAG 424 DNA also supports SUN messages and some of NXP's native
/// commands. NDEF commands cannot access a file whose access condition is not 00.
///
/// Source: NFC Forum T4TOP 2.0 §4, §5; ISO/IEC 14443-4 (blocks); NXP NTAG 424 DNA data sheet §8.2, §10.9.
public struct Type4Tag: VirtualTag {
    /// The UID: 4, 7 or 10 bytes.
    public let uid: [UInt8]
    /// The product's name in the tag's file.
    public let product: String
    /// The elementary files with their identifiers. E103 is the capability container.
    public internal(set) var files: [TagImage.TypeFourFile]
    /// The defects to simulate.
    public var defects: Set<TagDefect> = []

    var activation: Activation
    var link: ISODEPTarget
    var selection = Selection.none

    /// The selected application or file. The selection ends when the tag loses power or is deselected.
    enum Selection: Hashable {
        case none, application
        case file(UInt16)
    }

    /// The state that an NTAG 424 DNA has in addition to its files; nil for other tags.
    var core: NTAG424Core?
    var dialogue: NTAG424Dialogue
    /// Whether the current tap has already been counted. The flag is reset by every command other than READ
    /// BINARY, so consecutive reads belong to the same tap.
    var hasCounted = false

    let base: TagImage

    /// Creates a tag from its image. Returns nil if the image's memory does not consist of files, or if its
    /// UID, its ATS or the state of an NTAG 424 DNA is invalid.
    init?(_ image: TagImage) {
        guard case .files(let files) = image.memory, [4, 7, 10].contains(image.uid.count) else { return nil }
        guard image.ats.count < 62 else { return nil }
        uid = image.uid
        product = image.product
        self.files = files.filter { $0.id != NTAG424Core.internalFile }
        dialogue = NTAG424Dialogue(uid: image.uid)
        if image.product.hasPrefix("NTAG 424 DNA") {
            let kept = files.file(NTAG424Core.internalFile)
            guard let core = kept.map({ NTAG424Core($0.bytes) }) ?? .factory else { return nil }
            self.core = core
        }
        base = image
        activation = Activation(uid: image.uid, atqa: image.atqa ?? 0x0344, sak: image.sak ?? 0x20)
        link = ISODEPTarget(ats: image.ats.isEmpty ? Self.defaultATS : image.ats)
    }

    /// The ATS of a tag whose file does not contain an ATS. It has FSCI 7, which means frames of up to 128
    /// bytes. Source: NXP NTAG 424 DNA data sheet §8.1.1; Proxmark/proxmark3#990.
    private static let defaultATS: [UInt8] = [0x77, 0x77, 0x71, 0x02, 0x80]

    /// Resets the volatile state, as a tag does when the field is switched on.
    public mutating func powerUp() {
        activation.powerUp()
        link.reset()
        endDialogue()
    }

    private mutating func endDialogue() {
        selection = .none
        dialogue.end()
        hasCounted = false
    }

    /// Processes one frame. After RATS, the frame is an ISO-DEP block. Before RATS, it is part of the
    /// activation.
    public mutating func receive(_ frame: RFFrame, tear: TornWrite?) -> RFResponse {
        if link.isOpen {
            guard frame.isWholeBytes else { return .silence }
            return receive(block: frame.bytes, tear: tear)
        }
        switch activation.receive(frame) {
        case .answer(let answer): return RFResponse(answer)
        case .silence: return .silence
        case .command:
            guard let ats = link.open(frame.bytes) else {
                activation.drop()
                return .silence
            }
            return RFResponse(RFFrame(ats))
        }
    }

    private mutating func receive(block: [UInt8], tear: TornWrite?) -> RFResponse {
        switch link.receive(block) {
        case .silence: return .silence
        case .answer(let bytes): return RFResponse(RFFrame(bytes))
        case .deselected(let bytes):
            activation.halt()
            endDialogue()
            return RFResponse(RFFrame(bytes))
        case .apdu(let apdu):
            let before = core
            let (response, pagesWritten) = answer(apdu, tear: tear)
            let block = link.send(response, extensions: pagesWritten > 0 ? extensions : 0)
            return RFResponse(
                RFFrame(block), busyMicroseconds: pagesWritten * Type2Tag.programmingMicroseconds,
                pagesWritten: pagesWritten, mustStore: core != before)
        case .extended(let bytes):
            return RFResponse(RFFrame(bytes), busyMicroseconds: Type2Tag.programmingMicroseconds)
        }
    }

    /// The number of S(WTX) requests that the tag sends before it responds to a write; 0 without the `slow`
    /// defect.
    private var extensions: Int {
        for case .slow(let extensions) in defects { return extensions }
        return 0
    }

    /// The tag's image, with the current content of the tag's elementary files.
    public var image: TagImage {
        var image = base
        let kept = core.flatMap { $0 == .factory ? nil : $0 }.map {
            [TagImage.TypeFourFile(id: NTAG424Core.internalFile, bytes: $0.bytes)]
        }
        image.memory = .files(files + (kept ?? []))
        image.defects = defects.names
        return image
    }

    /// Processes a C-APDU. Returns the R-APDU and the number of EEPROM writes.
    ///
    /// Source: NFC Forum T4TOP 2.0 §5.4; ISO/IEC 7816-4 §5.1, §11.
    mutating func answer(_ apdu: [UInt8], tear: TornWrite?) -> (response: [UInt8], pagesWritten: Int) {
        guard let command = CommandAPDU(apdu) else { return ([0x67, 0x00], 0) }
        // Consecutive reads are one tap. Source: NXP NTAG 424 DNA data sheet §9.3.1.
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

    /// Processes a SELECT command, which selects the NDEF application by name or an elementary file by
    /// identifier. Every SELECT ends an authenticated session.
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
            let id = UInt16(bytes: command.data[0...1])
            guard selection != .none, files.contains(where: { $0.id == id }) else { return [0x6A, 0x82] }
            selection = .file(id)
            return [0x90, 0x00]
        default: return [0x6A, 0x86]
        }
    }

    /// Processes READ BINARY. Returns fewer bytes than requested if the file ends first. Refuses the command
    /// if a session is authenticated, if more than MLe bytes are requested, or if the file cannot be read
    /// without a key.
    private mutating func readBinary(_ command: CommandAPDU) -> [UInt8] {
        guard command.data.isEmpty, let le = command.le else { return [0x67, 0x00] }
        guard case .file(let id) = selection, let file = files.file(id) else {
            return [0x69, 0x86]
        }
        guard access(to: id)?.read == 0x00, !dialogue.isAuthenticated else { return [0x69, 0x82] }
        guard command.offset < file.bytes.count else { return [0x6B, 0x00] }
        guard le <= limits.read else { return [0x67, 0x00] }
        guard let shown = shown(file) else { return [0x69, 0x82] }
        return Array(shown[command.offset...].prefix(le)) + [0x90, 0x00]
    }

    /// Processes UPDATE BINARY. Refuses a command with an Le byte, without data, with more than MLc bytes, or
    /// with bytes beyond the file's end. Also refuses to write in an authenticated session, or to a file that
    /// cannot be written without authentication.
    private mutating func updateBinary(_ command: CommandAPDU, tear: TornWrite?) -> ([UInt8], Int) {
        guard !command.data.isEmpty, command.le == nil, command.data.count <= limits.write else {
            return ([0x67, 0x00], 0)
        }
        guard case .file(let id) = selection, let index = files.firstIndex(where: { $0.id == id }) else {
            return ([0x69, 0x86], 0)
        }
        guard access(to: id)?.write == 0x00, !dialogue.isAuthenticated else { return ([0x69, 0x82], 0) }
        let end = command.offset + command.data.count
        guard end <= files[index].bytes.count else { return ([0x6A, 0x84], 0) }
        let held = Array(files[index].bytes[command.offset..<end])
        files[index].bytes.replaceSubrange(
            command.offset..<end, with: tear?.leaves(held, command.data) ?? command.data)
        return ([0x90, 0x00], 1)
    }

    /// The application identifier (AID) of the NDEF Tag Application, mapping version 2. Source: NFC Forum
    /// T4TOP 2.0 §5.4.2.
    private static let application: [UInt8] = [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01]

    private var container: [UInt8] { files.file(0xE103)?.bytes ?? [] }

    /// The maximum number of bytes that one command can read (MLe) and write (MLc). Source: NFC Forum T4TOP
    /// 2.0 §5.1.
    ///
    /// The tag returns up to 15 bytes even if its capability container declares less, because the container
    /// must always be readable (§5.1: MLe is at least 000Fh).
    private var limits: (read: Int, write: Int) {
        let cc = container
        guard cc.count >= 7 else { return (256, 255) }
        return (max(15, Int(bytes: cc[3...4])), Int(bytes: cc[5...6]))
    }

    /// Returns the read and write access conditions of a file; 00 means free access. The container itself can
    /// be read but not written. For the NDEF file of an NTAG 424 DNA, the conditions depend on the file's
    /// settings. For other files, they are in the file's TLV in the capability container. Returns nil if the
    /// container lacks this TLV.
    private func access(to id: UInt16) -> (read: UInt8, write: UInt8)? {
        guard id != 0xE103 else { return (0x00, 0xFF) }
        if let settings = core?.settings, id == Self.ndefFile {
            // Without secure messaging, these commands have only the free rights. Source: data sheet §10.9.
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
            if value.count >= 6, UInt16(bytes: value[0...1]) == id {
                return (value[value.count - 2], value[value.count - 1])
            }
            at += 2 + value.count
        }
        return nil
    }
}

/// A parsed C-APDU. Source: ISO/IEC 7816-4 §5.1.
struct CommandAPDU {
    var cla: UInt8
    var ins: UInt8
    var p1: UInt8
    var p2: UInt8
    var data: [UInt8] = []
    /// Le, the maximum number of bytes in the response; nil if the field is absent.
    var le: Int?

    /// P1 and P2 as an offset in the selected file. Values above 7FFFh would contain a short file identifier
    /// instead, which is not supported.
    var offset: Int { Int(p1) << 8 | Int(p2) }

    /// Parses a C-APDU. Returns nil if its lengths are inconsistent.
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
            let count = isExtended ? Int(bytes: body[1...2]) : Int(body[0])
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
