public import SimulationKit
public import TagDumps

/// A Type 4 tag: the NDEF application with its files, behind ISO-DEP blocks.
///
/// Only what NDEF needs, and a file whose access byte is not 00 is refused; an NTAG 424 DNA has its ``NTAG424Core``
/// besides.
///
/// Source: NFC Forum T4TOP 2.0 §4, §5; ISO/IEC 14443-4 (blocks); NXP NTAG 424 DNA data sheet §8.2, §10.9.
public struct Type4Tag: VirtualTag {
    /// 4, 7 or 10 bytes.
    public let uid: [UInt8]
    /// What the tag is called in its file.
    public let product: String
    /// The elementary files by id; E103 is the capability container.
    public internal(set) var files: [TagImage.TypeFourFile]
    /// In what this tag differs from most.
    public var defects: Set<TagDefect> = []

    var activation: Activation
    var link: ISODEPTarget
    var selection = Selection.none

    /// What is selected, until the tag loses its power or is deselected.
    enum Selection: Hashable, Sendable {
        case none, application
        case file(UInt16)
    }

    /// What an NTAG 424 DNA has besides files; nil for others.
    var core: NTAG424Core?
    var dialogue: NTAG424Dialogue
    /// READ BINARY came last: the next one is of the same tap.
    var hasCounted = false

    let base: TagImage

    /// A tag from its image.
    ///
    /// - Returns: nil when the image's memory is not files, or its answer to RATS too long for a reader's frame.
    init?(_ image: TagImage) {
        guard case .files(let files) = image.memory, [4, 7, 10].contains(image.uid.count) else { return nil }
        guard image.ats.count < 62 else { return nil }
        uid = image.uid
        product = image.product
        self.files = files.filter { $0.id != NTAG424Core.internalFile }
        dialogue = NTAG424Dialogue(uid: image.uid)
        if image.product.hasPrefix("NTAG 424 DNA") {
            let kept = files.first { $0.id == NTAG424Core.internalFile }
            guard let core = kept.map({ NTAG424Core($0.bytes) }) ?? .factory else { return nil }
            self.core = core
        }
        base = image
        activation = Activation(uid: image.uid, atqa: image.atqa ?? 0x0344, sak: image.sak ?? 0x20)
        link = ISODEPTarget(ats: image.ats.isEmpty ? Self.defaultATS : image.ats)
    }

    /// FSCI 7: frames of 128 bytes. Source: NXP NTAG 424 DNA data sheet §8.1.1; Proxmark/proxmark3#990.
    private static let defaultATS: [UInt8] = [0x77, 0x77, 0x71, 0x02, 0x80]

    /// The field came up.
    public mutating func powerUp() {
        activation.powerUp()
        link.reset()
        selection = .none
        dialogue.end()
        hasCounted = false
    }

    /// One frame: activation first, ISO-DEP blocks once RATS was answered.
    public mutating func receive(_ frame: RFFrame, tear: Tear?) -> RFAnswer {
        if link.isOpen {
            guard frame.isWholeBytes else { return .silence }
            return receive(block: frame.bytes, tear: tear)
        }
        switch activation.receive(frame) {
        case .answer(let answer): return RFAnswer(answer)
        case .silence: return .silence
        case .command:
            guard let ats = link.open(frame.bytes) else {
                activation.drop()
                return .silence
            }
            return RFAnswer(RFFrame(ats))
        }
    }

    private mutating func receive(block: [UInt8], tear: Tear?) -> RFAnswer {
        switch link.receive(block) {
        case .silence: return .silence
        case .answer(let bytes): return RFAnswer(RFFrame(bytes))
        case .deselected(let bytes):
            activation.halt()
            selection = .none
            dialogue.end()
            hasCounted = false
            return RFAnswer(RFFrame(bytes))
        case .apdu(let apdu):
            let before = core
            let (response, pagesWritten) = answer(apdu, tear: tear)
            let block = link.send(response, extensions: pagesWritten > 0 ? extensions : 0)
            return RFAnswer(
                RFFrame(block), busyMicroseconds: pagesWritten * Type2Tag.programmingMicroseconds,
                pagesWritten: pagesWritten, mustStore: core != before)
        case .extended(let bytes):
            return RFAnswer(RFFrame(bytes), busyMicroseconds: Type2Tag.programmingMicroseconds)
        }
    }

    /// How often the tag asks for more time to write.
    private var extensions: Int {
        for case .slow(let extensions) in defects { return extensions }
        return 0
    }

    /// The tag with its files as they stand.
    public var image: TagImage {
        var image = base
        let kept = core.flatMap { $0 == .factory ? nil : $0 }.map {
            [TagImage.TypeFourFile(id: NTAG424Core.internalFile, bytes: $0.bytes)]
        }
        image.memory = .files(files + (kept ?? []))
        image.defects = defects.names
        return image
    }
}
