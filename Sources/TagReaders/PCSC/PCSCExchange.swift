import TagKit
import TextKit

/// An APDU that passes all or part of a ``TagCommand`` to a PC/SC reader, together with the format of the
/// response.
struct PCSCExchange: Hashable {
    /// The format of a response, which depends on the command and on how the reader passes it to the tag.
    enum Reading: Hashable {
        /// Data from the reader, followed by a PC/SC status word.
        case reader
        /// A response frame from the reader's PN532 to the command with this code.
        case chip(command: UInt8)
        /// Data objects of a transparent session. One of them contains the tag's response.
        case session
        /// Data objects of a transparent session that contain the tag's 4-bit ACK.
        case sessionACK
        /// An R-APDU from a card with ISO-DEP, including its status word.
        case card
    }

    var apdu: [UInt8]
    var reading: Reading
    /// The required length of the tag's response in bytes; nil to accept any length.
    var answerLength: Int?

    init(_ apdu: [UInt8], _ reading: Reading, answer: Int? = nil) {
        (self.apdu, self.reading, answerLength) = (apdu, reading, answer)
    }

    /// The maximum size of a short APDU in bytes: header, Lc, 255 data bytes and Le.
    static let longestAPDUBytes = 261

    /// Returns the exchanges that execute a command on a reader. A long FAST_READ and a MIFARE Classic
    /// authentication require several exchanges; every other command requires one.
    ///
    /// - Throws: `unsupportedCommand` if the command is malformed, or if the reader cannot send it.
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
            try [write(page, data.checked(count: 4, "WRITE"), by: manner)]
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
                    StorageCard.update(block, try data.checked(count: 16, "MIFARE Classic WRITE")), .reader,
                    answer: 0)
            ]
        }
    }

    /// Extracts the tag's response from a reader's response.
    ///
    /// - Throws: The error that the response reports; `readerProtocol` if the response is invalid.
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
                // A single byte is a NAK whose bit count the reader did not report.
                if said.bytes.count == 1 { throw refused(said.bytes) }
                throw ReaderResponse.senseless(
                    "\(answerLength) bytes requested, but \(said.bytes.count) received")
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
            .nak, "the tag refused the command",
            reason: "the reader responds with \(Hex.upper(bytes.prefix(4)))")
    }

    // MARK: - Making

    private static func chip(_ bytes: [UInt8], answer: Int?) -> PCSCExchange {
        .init(DirectTransmit.exchange(bytes), .chip(command: 0x40), answer: answer)
    }

    private static func write(_ page: UInt8, _ data: [UInt8], by manner: ReaderManner) -> PCSCExchange {
        switch manner {
        // Raw bytes would also write the page, but the reader would report the ACK as a failure.
        case .storageCard, .raw: .init(StorageCard.update(page, data), .reader, answer: 0)
        case .direct: chip([0xA2, page] + data, answer: 0)
        case .transparent: .init(TransparentExchange.transceive([0xA2, page] + data), .sessionACK)
        }
    }

    /// Returns the exchange for an NXP command that PC/SC does not define, such as FAST_READ. Throws
    /// `unsupportedCommand` if the reader supports only storage-card commands.
    private static func extended(
        _ bytes: [UInt8], answer: Int? = nil, by manner: ReaderManner
    ) throws(TagError) -> PCSCExchange {
        switch manner {
        case .storageCard:
            throw TagError(
                .unsupportedCommand, "the reader cannot send this command",
                reason: "the reader supports only the READ and WRITE commands for storage cards",
                remedy: "use a reader that supports the command; see docs/hardware.md")
        case .direct: .init(DirectTransmit.communicate(bytes), .chip(command: 0x42), answer: answer)
        case .raw: .init([0xFF, 0x00, 0x00, 0x00, UInt8(bytes.count)] + bytes, .reader, answer: answer)
        case .transparent: .init(TransparentExchange.transceive(bytes), .session, answer: answer)
        }
    }

    private static func fastReads(
        first: Int, last: Int, by manner: ReaderManner
    ) throws(TagError) -> [PCSCExchange] {
        // The tag itself refuses a reversed range.
        guard first <= last else { return [try extended([0x3A, UInt8(first), UInt8(last)], by: manner)] }
        var exchanges: [PCSCExchange] = []
        for start in stride(from: first, through: last, by: ReaderManner.longestFastReadPages) {
            let end = min(start + ReaderManner.longestFastReadPages - 1, last)
            exchanges.append(
                try extended([0x3A, UInt8(start), UInt8(end)], answer: (end - start + 1) * 4, by: manner))
        }
        return exchanges
    }

    private static func checkedAPDU(_ bytes: [UInt8]) throws(TagError) -> [UInt8] {
        guard (4...longestAPDUBytes).contains(bytes.count), bytes[0] != 0xFF else {
            throw TagError(
                .unsupportedCommand, "the reader cannot send this APDU",
                reason: bytes.first == 0xFF
                    ? "class FF is reserved for the reader"
                    : "the APDU has \(bytes.count) bytes; 4 to \(longestAPDUBytes) are allowed")
        }
        return bytes
    }
}

/// The PC/SC commands for storage cards (cards that do not accept APDUs). Every contactless reader supports
/// them.
///
/// Source: PC/SC part 3 §3.2.2.1.
enum StorageCard {
    /// GET DATA, which returns the card's UID.
    static let getUID: [UInt8] = [0xFF, 0xCA, 0x00, 0x00, 0x00]
    /// GET DATA, which returns the ATS of a card with ISO-DEP. Some readers omit the length byte TL.
    static let getATS: [UInt8] = [0xFF, 0xCA, 0x01, 0x00, 0x00]

    /// Returns the READ BINARY command for `count` bytes from a page or block.
    static func read(_ number: UInt8, count: UInt8) -> [UInt8] { [0xFF, 0xB0, 0x00, number, count] }

    /// Returns the UPDATE BINARY command, which writes 4 bytes to a page of the Ultralight family or 16 bytes
    /// to a MIFARE Classic block.
    static func update(_ number: UInt8, _ data: [UInt8]) -> [UInt8] {
        [0xFF, 0xD6, 0x00, number, UInt8(data.count)] + data
    }

    /// Returns the LOAD KEYS command, which stores a MIFARE Classic key in the reader's volatile memory.
    static func load(_ key: ClassicKey) -> [UInt8] { [0xFF, 0x82, 0x00, 0x00, 0x06] + key.bytes }

    /// Returns the GENERAL AUTHENTICATE command, which authenticates to a MIFARE Classic sector with the key
    /// that LOAD KEYS stored.
    static func authenticate(block: UInt8, _ slot: ClassicKey.Slot) -> [UInt8] {
        [0xFF, 0x86, 0x00, 0x00, 0x05, 0x01, 0x00, block, slot == .a ? 0x60 : 0x61, 0x00]
    }
}

/// A method by which a PC/SC reader passes commands to a Type 2 tag.
enum ReaderManner: CaseIterable {
    /// PC/SC's storage-card commands, which allow only READ and WRITE.
    case storageCard
    /// Commands to the reader's PN532, as on the ACR122U and the Touchatag.
    case direct
    /// Raw bytes after `FF 00 00 00`, as on the ACR1251, ACR1252 and ACR1281. The reader does not return a
    /// 4-bit ACK.
    case raw
    /// A transparent session, which PC/SC part 3 defines. The ACR1252, ACR1552, OMNIKEY 5022 and other recent
    /// readers support it.
    case transparent

    /// The families of commands that a reader with this method can send. For ISO-DEP and MIFARE Classic,
    /// PC/SC's own commands are sufficient on every reader.
    var capabilities: ReaderCapabilities {
        self == .storageCard
            ? [.type2, .isoDEP, .classic] : [.type2, .type2Extended, .isoDEP, .classic]
    }

    /// The maximum number of pages to request with one FAST_READ. With this limit, the response is shorter
    /// than 256 bytes, including the bytes that the reader adds.
    static let longestFastReadPages = 60
}
