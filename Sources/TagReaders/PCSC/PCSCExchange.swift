import TagKit
import TextKit

/// What a ``TagCommand`` becomes for a PC/SC reader: an APDU, and how its answer is to be read.
struct PCSCExchange: Hashable {
    /// Who answers, and in which words.
    enum Reading: Hashable {
        /// The reader, in PC/SC's words.
        case reader
        /// The PN532 in it, to the command of this code.
        case chip(command: UInt8)
        /// The tag, through a transparent session.
        case session
        /// The tag, through a transparent session, by a 4-bit ACK.
        case sessionACK
        /// A card with ISO-DEP: the status word is part of what it says.
        case card
    }

    /// What is sent.
    var apdu: [UInt8]
    /// How the answer is read.
    var reading: Reading
    /// How long the tag's answer is; nil where it decides.
    var answerLength: Int?

    init(_ apdu: [UInt8], _ reading: Reading, answer: Int? = nil) {
        (self.apdu, self.reading, answerLength) = (apdu, reading, answer)
    }

    /// A short APDU: header, Lc, 255 bytes, Le.
    static let longestAPDUBytes = 261

    /// The exchanges that carry out one command: one, or several for a long FAST_READ.
    ///
    /// - Throws: `unsupportedCommand` when a reader of this manner cannot carry it.
    static func exchanges(for command: TagCommand, by manner: ReaderManner) throws(TagError) -> [PCSCExchange]
    {
        switch command {
        case .read(let page):
            switch manner {
            case .storageCard, .raw: [.init(StorageCard.read(page, count: 16), .reader, answer: 16)]
            case .direct: [chip([0x30, page], answer: 16)]
            case .transparent: [.init(TransparentExchange.transceive([0x30, page]), .session, answer: 16)]
            }
        case .write(let page, let data):
            try [write(page, checked(data, count: 4, "WRITE"), by: manner)]
        case .writeSecret(let page, let data):
            try exchanges(for: .write(page: page, data: data), by: manner)
        case .passwordAuthenticate(let password):
            try [extended([0x1B] + password.password, answer: 2, by: manner)]
        case .readSignature: try [extended([0x3C, 0x00], answer: 32, by: manner)]
        case .fastRead(let first, let last):
            try fastReads(first: Int(first), last: Int(last), by: manner)
        case .getVersion: try [extended([0x60], by: manner)]
        case .ultralightCAuthenticate: try [extended([0x1A, 0x00], by: manner)]
        case .apdu(let bytes), .secretAPDU(let bytes): [.init(try checkedAPDU(bytes), .card)]
        case .authenticate(let block, let key):
            [
                .init(StorageCard.load(key), .reader, answer: 0),
                .init(StorageCard.authenticate(block: block, key.slot), .reader, answer: 0),
            ]
        case .readBlock(let block): [.init(StorageCard.read(block, count: 16), .reader, answer: 16)]
        case .writeBlock(let block, let data):
            [
                .init(
                    StorageCard.update(block, try checked(data, count: 16, "MIFARE Classic WRITE")), .reader,
                    answer: 0)
            ]
        }
    }

    /// The tag's answer in the reader's.
    ///
    /// - Throws: What the answer means where it is no good one; `readerProtocol` where it makes no sense.
    func answer(_ bytes: [UInt8]) throws(TagError) -> [UInt8] {
        let answer = try ReaderResponse(bytes)
        switch reading {
        case .reader: return try answer.data(count: answerLength)
        case .chip(let command):
            return try DirectTransmit.tagAnswer(answer, command: command, count: answerLength)
        case .card: return bytes
        case .session:
            let said = try TransparentExchange.tagAnswer(answer)
            guard said.nibble == nil else { throw refused(said.bytes) }
            if let answerLength, said.bytes.count != answerLength {
                // A NAK whose bit count the reader keeps to itself is a byte.
                if said.bytes.count == 1 { throw refused(said.bytes) }
                throw ReaderResponse.senseless(
                    "\(said.bytes.count) bytes came, \(answerLength) were asked for")
            }
            return said.bytes
        case .sessionACK:
            let said = try TransparentExchange.tagAnswer(answer)
            guard said.bytes.count == 1, said.bytes[0] & 0x0F == 0x0A else { throw refused(said.bytes) }
            return []
        }
    }

    private func refused(_ bytes: [UInt8]) -> TagError {
        TagError(
            .nak, "the tag refuses the command", reason: "it answers \(Hex.upper(bytes.prefix(4)))")
    }

    // MARK: - Making

    private static func chip(_ bytes: [UInt8], answer: Int?) -> PCSCExchange {
        .init(DirectTransmit.exchange(bytes), .chip(command: 0x40), answer: answer)
    }

    private static func write(_ page: UInt8, _ data: [UInt8], by manner: ReaderManner) -> PCSCExchange {
        switch manner {
        // Raw bytes would write too, and the reader would report the ACK as a failure.
        case .storageCard, .raw: .init(StorageCard.update(page, data), .reader, answer: 0)
        case .direct: chip([0xA2, page] + data, answer: 0)
        case .transparent: .init(TransparentExchange.transceive([0xA2, page] + data), .sessionACK)
        }
    }

    /// A command of NXP's own, which PC/SC has no words for.
    private static func extended(
        _ bytes: [UInt8], answer: Int? = nil, by manner: ReaderManner
    ) throws(TagError) -> PCSCExchange {
        switch manner {
        case .storageCard:
            throw TagError(
                .unsupportedCommand, "the reader cannot carry this command",
                reason: "it knows READ and WRITE of storage cards alone",
                remedy: "docs/hardware.md says which readers can")
        case .direct: .init(DirectTransmit.communicate(bytes), .chip(command: 0x42), answer: answer)
        case .raw: .init([0xFF, 0x00, 0x00, 0x00, UInt8(bytes.count)] + bytes, .reader, answer: answer)
        case .transparent: .init(TransparentExchange.transceive(bytes), .session, answer: answer)
        }
    }

    private static func fastReads(
        first: Int, last: Int, by manner: ReaderManner
    ) throws(TagError) -> [PCSCExchange] {
        // A range that runs backwards is the tag's to refuse.
        guard first <= last else { return [try extended([0x3A, UInt8(first), UInt8(last)], by: manner)] }
        var exchanges: [PCSCExchange] = []
        for start in stride(from: first, through: last, by: ReaderManner.longestFastReadPages) {
            let end = min(start + ReaderManner.longestFastReadPages - 1, last)
            exchanges.append(
                try extended([0x3A, UInt8(start), UInt8(end)], answer: (end - start + 1) * 4, by: manner))
        }
        return exchanges
    }

    private static func checked(_ data: [UInt8], count: Int, _ name: String) throws(TagError) -> [UInt8] {
        guard data.count == count else {
            throw TagError(
                .unsupportedCommand, "a \(name) takes \(count) bytes", reason: "\(data.count) were given")
        }
        return data
    }

    private static func checkedAPDU(_ bytes: [UInt8]) throws(TagError) -> [UInt8] {
        guard (4...longestAPDUBytes).contains(bytes.count), bytes[0] != 0xFF else {
            throw TagError(
                .unsupportedCommand, "the reader cannot carry this APDU",
                reason: bytes.first == 0xFF
                    ? "class FF is the reader's own"
                    : "it has \(bytes.count) bytes; 4 to \(longestAPDUBytes) are possible")
        }
        return bytes
    }
}

/// The commands that every contactless PC/SC reader knows for cards without APDUs.
///
/// Source: PC/SC part 3 §3.2.2.1.
enum StorageCard {
    /// GET DATA: the card's UID.
    static let getUID: [UInt8] = [0xFF, 0xCA, 0x00, 0x00, 0x00]
    /// GET DATA: the ATS of a card with ISO-DEP, in some readers without TL.
    static let getATS: [UInt8] = [0xFF, 0xCA, 0x01, 0x00, 0x00]

    /// READ BINARY of a page or block.
    static func read(_ number: UInt8, count: UInt8) -> [UInt8] { [0xFF, 0xB0, 0x00, number, count] }

    /// UPDATE BINARY: 4 bytes a page of the Ultralight family, 16 a block of MIFARE Classic.
    static func update(_ number: UInt8, _ data: [UInt8]) -> [UInt8] {
        [0xFF, 0xD6, 0x00, number, UInt8(data.count)] + data
    }

    /// LOAD KEYS: a MIFARE Classic key into the reader's memory, which forgets it without power.
    static func load(_ key: ClassicKey) -> [UInt8] { [0xFF, 0x82, 0x00, 0x00, 0x06] + key.bytes }

    /// GENERAL AUTHENTICATE with the key that was loaded.
    static func authenticate(block: UInt8, _ slot: ClassicKey.Slot) -> [UInt8] {
        [0xFF, 0x86, 0x00, 0x00, 0x05, 0x01, 0x00, block, slot == .a ? 0x60 : 0x61, 0x00]
    }
}

/// How far a PC/SC reader lets a program talk to a Type 2 tag.
enum ReaderManner: CaseIterable {
    /// READ and WRITE alone, in the reader's own words.
    case storageCard
    /// A PN532 that takes its own commands: ACR122U, Touchatag.
    case direct
    /// Bytes for the tag as they are behind `FF 00 00 00`: ACR1251, ACR1252, ACR1281. A 4-bit ACK is lost on the way.
    case raw
    /// A transparent session of PC/SC part 3: ACR1252, ACR1552, OMNIKEY 5022 and other newer ones.
    case transparent

    /// What the reader can carry: all have ISO-DEP and MIFARE Classic by PC/SC's own commands.
    var capabilities: ReaderCapabilities {
        self == .storageCard
            ? [.type2, .isoDEP, .classic] : [.type2, .type2Extended, .isoDEP, .classic]
    }

    /// The most pages that one FAST_READ asks for: its answer and the reader's words about it stay below 256 bytes.
    static let longestFastReadPages = 60
}
