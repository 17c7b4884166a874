import TagKit
import TestSupport
import Testing

@testable import TagReaders

@Suite("A command becomes an exchange")
struct LibNFCExchangeTests {
    private static let uid = hex("04 11 22 33 44 55 66")

    @Test(
        "easy framing for MIFARE commands, raw for NXP's",
        arguments: [
            (.getVersion, .raw, "60", nil),
            (.read(page: 4), .easy, "30 04", 16),
            (.fastRead(first: 0, last: 17), .raw, "3A 00 11", 72),
            (.write(page: 5, data: hex("01 02 03 04")), .easy, "A2 05 01 02 03 04", 0),
            (.writeSecret(page: 43, data: hex("01 02 03 04")), .easy, "A2 2B 01 02 03 04", 0),
            (.readSignature, .raw, "3C 00", 32),
            (.ultralightCAuthenticate, .raw, "1A 00", nil),
            (.apdu(hex("00 A4 00 0C 02 E1 03")), .easy, "00 A4 00 0C 02 E1 03", nil),
            (.secretAPDU(hex("90 C4 00 00 01 AB 00")), .easy, "90 C4 00 00 01 AB 00", nil),
            (.readBlock(7), .easy, "30 07", 16),
            (.writeBlock(6, data: Array(0..<16)), .easy, "A0 06 00010203 04050607 08090A0B 0C0D0E0F", 0),
        ] as [(TagCommand, LibNFCExchange.Framing, String, Int?)])
    func framing(command: TagCommand, framing: LibNFCExchange.Framing, bytes: String, answer: Int?) throws {
        let exchanges = try LibNFCExchange.exchanges(for: command, uid: Self.uid)
        let exchange = try #require(exchanges.first)
        #expect(exchanges.count == 1)
        #expect(exchange.framing == framing)
        #expect(exchange.bytes == hex(bytes))
        #expect(exchange.answerLength == answer)
    }

    @Test("a MIFARE Classic authentication ends with the last four bytes of the UID")
    func authentication() throws {
        let key = hex("A0 A1 A2 A3 A4 A5")
        let b = try LibNFCExchange.exchanges(
            for: .authenticate(block: 7, key: ClassicKey(.b, key)), uid: Self.uid)
        #expect(b.map(\.bytes) == [hex("61 07 A0A1A2A3A4A5 33445566")])
        let short = hex("CA FE BA BE")
        let a = try LibNFCExchange.exchanges(
            for: .authenticate(block: 0, key: ClassicKey(.a, key)), uid: short)
        #expect(a.map(\.bytes) == [hex("60 00 A0A1A2A3A4A5 CAFEBABE")])
    }

    @Test(
        "every wait is longer than 0, which libnfc takes for ever, and shorter than the two seconds promised")
    func timeouts() throws {
        for command: TagCommand in [.getVersion, .read(page: 0), .apdu(hex("00 B0 00 00 0F"))] {
            for exchange in try LibNFCExchange.exchanges(for: command, uid: Self.uid) {
                #expect((60...1900).contains(exchange.timeoutMilliseconds))
            }
        }
    }

    @Test("a FAST_READ of any range covers each page once, in 64 pages at most")
    func fastRead() throws {
        var wrong: [ClosedRange<UInt8>] = []
        for range in (UInt8.min...UInt8.max).flatMap({ first in (first...UInt8.max).map { first...$0 } }) {
            let command = TagCommand.fastRead(first: range.lowerBound, last: range.upperBound)
            let parts = try LibNFCExchange.exchanges(for: command, uid: [])
            let sizes = parts.map { Int($0.bytes[2]) - Int($0.bytes[1]) + 1 }
            let follow = zip(parts, parts.dropFirst()).allSatisfy { $0.bytes[2] + 1 == $1.bytes[1] }
            let isWhole =
                parts.first?.bytes[1] == range.lowerBound && parts.last?.bytes[2] == range.upperBound
            let lengths = parts.map { $0.answerLength ?? 0 }
            if !follow || !isWhole || lengths != sizes.map({ $0 * 4 }) || (sizes.max() ?? 0) > 64 {
                wrong.append(range)
            }
        }
        #expect(wrong.isEmpty)
    }

    @Test("a FAST_READ that runs backwards is the tag's to refuse")
    func backwards() throws {
        let parts = try LibNFCExchange.exchanges(for: .fastRead(first: 9, last: 3), uid: [])
        #expect(parts.map(\.bytes) == [hex("3A 09 03")])
    }

    @Test(
        "refuses data of the wrong length before libnfc copies it",
        arguments: [
            .write(page: 4, data: []), .write(page: 4, data: hex("01 02 03 04 05")),
            .writeBlock(4, data: hex("01 02 03 04")),
            .apdu([]), .apdu(hex("00 A4 00")), .apdu([UInt8](repeating: 0, count: 263)),
        ] as [TagCommand])
    func refuses(command: TagCommand) {
        #expect { try LibNFCExchange.exchanges(for: command, uid: []) } throws: {
            ($0 as? TagError)?.code == .unsupportedCommand
        }
    }
}
