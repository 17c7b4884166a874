import SimulationKit
import TagKit
import TestSupport
import Testing

@testable import TagReaders

@Suite("A command becomes an APDU")
struct PCSCExchangeTests {
    @Test(
        "in the words that each manner of reader has for it",
        arguments: [
            (.read(page: 4), .storageCard, "FF B0 00 04 10"),
            (.read(page: 4), .raw, "FF B0 00 04 10"),
            (.read(page: 4), .direct, "FF 00 00 00 05 D4 40 01 30 04"),
            (.read(page: 4), .transparent, "FF C2 00 01 0B 5F4604 00020200 95 02 30 04 00"),
            (.write(page: 5, data: [1, 2, 3, 4]), .storageCard, "FF D6 00 05 04 01020304"),
            // As raw bytes, the command would write, and the reader would report the ACK as a failure.
            (.write(page: 5, data: [1, 2, 3, 4]), .raw, "FF D6 00 05 04 01020304"),
            (.write(page: 5, data: [1, 2, 3, 4]), .direct, "FF 00 00 00 09 D4 40 01 A2 05 01020304"),
            (
                .write(page: 5, data: [1, 2, 3, 4]), .transparent,
                "FF C2 00 01 0F 5F4604 00020200 95 06 A2 05 01020304 00"
            ),
            (.getVersion, .direct, "FF 00 00 00 03 D4 42 60"),
            (.getVersion, .raw, "FF 00 00 00 01 60"),
            (.getVersion, .transparent, "FF C2 00 01 0A 5F4604 00020200 95 01 60 00"),
            (.ultralightCAuthenticate, .direct, "FF 00 00 00 04 D4 42 1A 00"),
            (.readSignature, .direct, "FF 00 00 00 04 D4 42 3C 00"),
            (.writeSecret(page: 5, data: [1, 2, 3, 4]), .raw, "FF D6 00 05 04 01020304"),
            (.fastRead(first: 4, last: 4), .raw, "FF 00 00 00 03 3A 04 04"),
            (.apdu(hex("00 A4 00 0C 02 E1 03")), .direct, "00 A4 00 0C 02 E1 03"),
            (.secretAPDU(hex("90 C4 00 00 01 AB 00")), .direct, "90 C4 00 00 01 AB 00"),
            (.readBlock(7), .direct, "FF B0 00 07 10"),
        ] as [(TagCommand, ReaderManner, String)])
    func words(command: TagCommand, manner: ReaderManner, apdu: String) throws {
        let exchanges = try PCSCExchange.exchanges(for: command, by: manner)
        #expect(exchanges.map(\.apdu) == [hex(apdu)])
    }

    @Test("a MIFARE Classic authentication loads the key first")
    func authentication() throws {
        let command = TagCommand.authenticate(block: 7, key: ClassicKey(.b, hex("A0A1A2A3A4A5")))
        let exchanges = try PCSCExchange.exchanges(for: command, by: .storageCard)
        #expect(
            exchanges.map(\.apdu) == [
                hex("FF 82 00 00 06 A0A1A2A3A4A5"), hex("FF 86 00 00 05 01 00 07 61 00"),
            ])
    }

    @Test("a password goes to the tag, and its two bytes come back")
    func password() throws {
        let secret = try #require(TagPassword(password: hex("01020304"), acknowledge: hex("8080")))
        let apdus: [ReaderManner: String] = [
            .direct: "FF 00 00 00 07 D4 42 1B 01020304", .raw: "FF 00 00 00 05 1B 01020304",
            .transparent: "FF C2 00 01 0E 5F4604 00020200 95 05 1B 01020304 00",
        ]
        for (manner, apdu) in apdus {
            let exchanges = try PCSCExchange.exchanges(for: .passwordAuthenticate(secret), by: manner)
            #expect(exchanges.map(\.apdu) == [hex(apdu)])
            #expect(exchanges.map(\.answerLength) == [2])
        }
    }

    @Test("a FAST_READ of any range covers each page once, in answers of at most 240 bytes")
    func fastRead() throws {
        for manner in ReaderManner.allCases where manner != .storageCard {
            for first in 0...255 {
                for last in stride(from: first, through: 255, by: 7) {
                    let exchanges = try PCSCExchange.exchanges(
                        for: .fastRead(first: UInt8(first), last: UInt8(last)), by: manner)
                    let lengths = exchanges.compactMap(\.answerLength)
                    #expect(lengths.reduce(0, +) == (last - first + 1) * 4)
                    #expect(lengths.allSatisfy { $0 <= 240 })
                    #expect(exchanges.allSatisfy { $0.apdu.count <= 261 })
                }
            }
        }
    }

    @Test(
        "or is refused before anything is sent",
        arguments: [
            (.getVersion, .storageCard), (.fastRead(first: 0, last: 3), .storageCard),
            (.ultralightCAuthenticate, .storageCard),
            (.write(page: 4, data: [1, 2, 3]), .direct), (.writeBlock(4, data: [1]), .direct),
            // The reader would interpret these as its own commands: this one writes a page.
            (.apdu(hex("FF D6 00 04 04 00000000")), .direct),
            (.apdu([0, 0xA4, 0]), .direct), (.apdu(Array(repeating: 0, count: 262)), .direct),
        ] as [(TagCommand, ReaderManner)])
    func refused(command: TagCommand, manner: ReaderManner) throws {
        let error = #expect(throws: TagError.self) { try PCSCExchange.exchanges(for: command, by: manner) }
        #expect(error?.code == .unsupportedCommand)
    }

    private static func answer(_ command: TagCommand, _ manner: ReaderManner, _ text: String) throws
        -> [UInt8]
    {
        try #require(PCSCExchange.exchanges(for: command, by: manner).last).answer(hex(text))
    }

    @Test(
        "and its answer is what the tag said",
        arguments: [
            (
                .read(page: 4), .storageCard, "00010203 04050607 08090A0B 0C0D0E0F 9000",
                "000102030405060708090A0B0C0D0E0F"
            ),
            (.write(page: 4, data: [1, 2, 3, 4]), .storageCard, "9000", ""),
            (.write(page: 4, data: [1, 2, 3, 4]), .direct, "D5 41 00 9000", ""),
            (.getVersion, .direct, "D5 43 00 0004040201001303 9000", "0004040201001303"),
            (.getVersion, .raw, "0004040201001303 9000", "0004040201001303"),
            (
                .getVersion, .transparent, "C0 03 00 90 00 92 01 00 96 02 00 00 97 08 0004040201001303 9000",
                "0004040201001303"
            ),
            // Without the optional objects, and with a long length.
            (.getVersion, .transparent, "97 81 08 0004040201001303 9000", "0004040201001303"),
            (
                .write(page: 4, data: [1, 2, 3, 4]), .transparent,
                "C0 03 00 9000 92 01 04 96 02 01 00 97 01 0A 9000", ""
            ),
            (.apdu(hex("00 B0 00 00 0F")), .storageCard, "6A 82", "6A82"),
        ] as [(TagCommand, ReaderManner, String, String)])
    func answers(command: TagCommand, manner: ReaderManner, answer: String, said: String) throws {
        #expect(try Self.answer(command, manner, answer) == hex(said))
    }

    @Test(
        "or what went wrong",
        arguments: [
            (.read(page: 4), .storageCard, "63 00", .nak), (.read(page: 4), .storageCard, "64 01", .tagLost),
            (.read(page: 4), .storageCard, "6A 81", .unsupportedCommand),
            (.read(page: 4), .storageCard, "6D 00", .unsupportedCommand),
            (.read(page: 4), .storageCard, "67 00", .unsupportedCommand),
            (.read(page: 4), .storageCard, "12 34", .readerProtocol),
            (.read(page: 4), .storageCard, "00010203 9000", .readerProtocol),
            (.read(page: 4), .direct, "D5 41 01 9000", .tagLost),
            (.read(page: 4), .direct, "D5 41 13 9000", .nak), (.getVersion, .direct, "D5 43 02 9000", .nak),
            (.getVersion, .direct, "63 7F", .unsupportedCommand),
            (.getVersion, .direct, "D5 41 00 9000", .readerProtocol),
            (.getVersion, .direct, "D5 43 9000", .readerProtocol),
            (.getVersion, .direct, "9000", .readerProtocol),
            (.getVersion, .transparent, "C0 03 01 64 01 9000", .tagLost),
            (.getVersion, .transparent, "C0 03 00 9000 9000", .tagLost),
            (.getVersion, .transparent, "C0 03 00 9000 92 01 04 96 02 00 00 97 01 00 9000", .nak),
            (.read(page: 4), .transparent, "C0 03 00 9000 97 01 00 9000", .nak),
            (.read(page: 4), .transparent, "C0 03 00 9000 92 01 00 96 02 01 00 97 01 00 9000", .nak),
            (
                .write(page: 4, data: [1, 2, 3, 4]), .transparent, "C0 03 00 9000 92 01 04 97 01 00 9000",
                .nak
            ),
            (.getVersion, .transparent, "97 09 00 9000", .readerProtocol),
            (.getVersion, .transparent, "C0 02 00 90 9000", .readerProtocol),
            (.getVersion, .transparent, "5F 9000", .readerProtocol),
            (.apdu(hex("00 B0 00 00 0F")), .storageCard, "90", .readerProtocol),
            (.read(page: 4), .storageCard, "", .tagLost),
        ] as [(TagCommand, ReaderManner, String, TagError.Code)])
    func failures(command: TagCommand, manner: ReaderManner, answer: String, code: TagError.Code) throws {
        let error = #expect(throws: TagError.self) { try Self.answer(command, manner, answer) }
        #expect(error?.code == code, "\(answer): \(error?.reason ?? "")")
    }

    @Test("and whatever a hostile reader says, it is an answer or an error", arguments: propertySeeds)
    func hostile(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let commands: [TagCommand] = [
            .getVersion, .read(page: 4), .write(page: 4, data: [1, 2, 3, 4]), .fastRead(first: 0, last: 9),
            .apdu(hex("00 B0 00 00 0F")), .readBlock(1),
        ]
        let good = [
            "D5 41 00", "D5 43 00", "C0 03 00 90 00 92 01 00 96 02 00 00 97 08", "", "97 82", "5F 46",
        ]
        for command in commands {
            for manner in ReaderManner.allCases {
                guard let exchanges = try? PCSCExchange.exchanges(for: command, by: manner) else { continue }
                let start = hex(good[Int.random(in: good.indices, using: &random)])
                let bytes = start + random.bytes(Int.random(in: 0...40, using: &random))
                for exchange in exchanges {
                    for end in [[], hex("9000"), hex("6300")] {
                        _ = try? exchange.answer(bytes + end)
                        if let answer = try? ReaderResponse(bytes + end) {
                            _ = try? DirectTransmit.target(answer)
                        }
                    }
                }
                _ = AnswerToReset(bytes)
            }
        }
    }
}
