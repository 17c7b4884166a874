import TestSupport
import Testing

@testable import TagSecurity

/// Source of every vector: NXP AN12196; sections beside them.
@Suite("EV2 authentication and secure messaging")
struct EV2SessionTests {
    private static func session(
        enc: String = "00000000000000000000000000000000", mac: String, transaction: String, count: UInt16 = 0
    ) throws -> EV2Session {
        EV2Session(
            encryptionKey: try #require(AESKey(hex(enc))), macKey: try #require(AESKey(hex(mac))),
            transaction: hex(transaction), count: count)
    }

    @Test("a handshake with key 0 makes the session of §6.6")
    func handshake() throws {
        var handshake = EV2Handshake(
            key: .factory, number: 0, random: hex("13C5DB8A5930439FC3DEF9A4C675360F"))
        #expect(handshake.firstCommand == hex("90 71 00 00 02 00 00 00"))
        let second = handshake.secondCommand(after: hex("A04C124213C186F22399D33AC2A30215"))
        #expect(
            second == hex("90AF000020 35C3E05A752E0144BAC0DE51C1F22C56B34408A23D8AEA266CAB947EA8E0118D 00"))
        let answer = hex("3FA64DB5446D1F34CD6EA311167F5E49 85B89690C04A05F17FA7AB2F08120663")
        let session = try #require(handshake.session(after: answer))
        #expect(session.transaction == hex("9D00C4DF"))
        #expect(session.encryptionKey.bytes == hex("1309C877509E5A215007FF0ED19CA564"))
        #expect(session.macKey.bytes == hex("4C6626F5E72EA694202139295C7A7FC7"))
        for byte in 0..<20 {
            var wrong = answer
            wrong[byte] ^= 1
            // Bytes 0 to 3 of the plain text are TI; in CBC a wrong bit spoils its block and a bit of the next.
            #expect(handshake.session(after: wrong) == nil || byte < 4)
        }
        #expect(handshake.session(after: Array(answer.dropLast())) == nil)
    }

    @Test("a handshake with key 3 makes the session of §6.10")
    func secondHandshake() throws {
        var handshake = EV2Handshake(
            key: .factory, number: 3, random: hex("B98F4C50CF1C2E084FD150E33992B048"))
        #expect(handshake.firstCommand == hex("90 71 00 00 02 03 00 00"))
        let second = handshake.secondCommand(after: hex("B875CEB0E66A6C5CD00898DC371F92D1"))
        #expect(
            second == hex("90AF000020 FF0306E47DFBC50087C4D8A78E88E62DE1E8BE457AA477C707E2F0874916A8B1 00"))
        let session = try #require(
            handshake.session(after: hex("0CC9A8094A8EEA683ECAAC5C7BF20584206D0608D477110FC6B3D5D3F65C3A6A")))
        #expect(session.transaction == hex("7614281A"))
        #expect(session.encryptionKey.bytes == hex("7A93D6571E4B180FCA6AC90C9A7488D4"))
        #expect(session.macKey.bytes == hex("FC4AF159B62E549B5812394CAB1918CC"))
    }

    @Test("a proved command and its answer are those of §5.3")
    func proved() throws {
        var session = try Self.session(mac: "8248134A386E86EB7FAF54A52E536CB6", transaction: "7A21085E")
        #expect(session.proved(0xF5, [0x02]) == hex("90F5000009 02 6597A457C8CD442C 00"))
        let data = hex("0040EEEE000100D1FE001F00004400004400002000006A0000")
        #expect(session.opened(data + hex("2A474282E7A47986"), isEnciphered: false) == data)
        #expect(session.opened(data + hex("2A474282E7A47986"), isEnciphered: false) == nil, "counted twice")
    }

    @Test("an enciphered command and its answer are those of §6.12")
    func full() throws {
        var session = try Self.session(
            enc: "7A93D6571E4B180FCA6AC90C9A7488D4", mac: "FC4AF159B62E549B5812394CAB1918CC",
            transaction: "7614281A")
        let command = session.full(0x8D, header: hex("03 000000 0A0000"), hex("0102030405060708090A"))
        #expect(
            command == hex("908D00001F 03000000 0A0000 6B5E6804909962FC4E3FF5522CF0F843 6C0C53315B9C73AA 00"))
        #expect(session.opened(hex("C26D236E4A7C046D"), isEnciphered: true) == [])
        #expect(session.count == 1)
    }

    @Test("an enciphered answer is that of §7.3")
    func enciphered() throws {
        var session = try Self.session(
            enc: "2B4D963C014DC36F24F69A50A394F875", mac: "379D32130CE61705DD5FD8C36B95D764",
            transaction: "DF055522")
        #expect(session.full(0x51) == hex("9051000008 8E2C155ADDA99BE3 00"))
        let answer = hex("70756055688505B52A5E26E59E329CD6 595F672298EA41B7")
        #expect(session.opened(answer, isEnciphered: true) == hex("04958CAA5C5E80"))
        #expect(session.encipheredAnswer(hex("04958CAA5C5E80")) == Array(answer.prefix(16)))
    }

    @Test("any wrong bit of a response is detected", arguments: 0..<24)
    func oneBit(byte: Int) throws {
        var session = try Self.session(
            enc: "2B4D963C014DC36F24F69A50A394F875", mac: "379D32130CE61705DD5FD8C36B95D764",
            transaction: "DF055522")
        var answer = hex("70756055688505B52A5E26E59E329CD6 595F672298EA41B7")
        answer[byte] ^= 0x40
        #expect(session.opened(answer, isEnciphered: true) == nil)
    }

    @Test("CRC-32 as ChangeKey wants it: the complement of the usual check value")
    func crc() { #expect(CRC32.jam(Array("123456789".utf8)) == hex("D9 C6 0B 34")) }

    @Test("file settings are those of §5.9, and read back")
    func settings() throws {
        let bytes = hex("40 00E0 C1 FF21 200000 430000 430000")
        let settings = SDMSettings(
            access: .closed, mirror: SDMSettings.Mirror(piccData: 0x20, macInput: 0x43, mac: 0x43))
        #expect(settings.bytes == bytes)
        #expect(SDMSettings(bytes) == settings)
        #expect(SDMSettings(SDMSettings.factory.bytes) == .factory)
        #expect(SDMSettings.factory.answer(fileBytes: 256) == hex("00 00 E0EE 000100"))
        for count in 0..<15 where count != 3 { #expect(SDMSettings(Array(bytes.prefix(count))) == nil) }
    }
}
