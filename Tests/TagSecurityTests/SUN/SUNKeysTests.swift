import SimulationKit
import TestSupport
import Testing

@testable import TagSecurity

@Suite("Proof of a tap")
struct SUNKeysTests {
    private static let uid = hex("04DE5F1EACC040")

    /// The bytes that a tag with these keys puts into its URL: implemented once more here, from the tag's
    /// side.
    static func message(
        _ metaRead: AESKey, _ fileRead: AESKey, uid: [UInt8], counter: UInt32, input: [UInt8] = []
    ) -> SUNMessage {
        let bytes = (0..<3).map { UInt8(truncatingIfNeeded: counter >> (8 * $0)) }
        let picc = metaRead.encipherCBC([0xC7] + uid + bytes + [1, 2, 3, 4, 5])
        let session = AESKey(checked: fileRead.cmac(hex("3C C3 00 01 00 80") + uid + bytes))
        return SUNMessage(
            identity: .enciphered(picc), macInput: input, mac: CMAC.truncated(session.cmac(input)))
    }

    private static func refusal(_ keys: SUNKeys, _ message: SUNMessage) -> SecurityError.Code? {
        do throws(SecurityError) {
            _ = try keys.verify(message)
            return nil
        } catch { return error.code }
    }

    @Test(
        "keys of a batch's secret prove a tap of its tags, and of no other batch's",
        arguments: propertySeeds.prefix(40))
    func batch(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let (secret, other) = (BatchSecret(from: &generator), BatchSecret(from: &generator))
        let (uid, counter) = (
            [0x04] + generator.bytes(6), UInt32.random(in: 0...0xFF_FFFF, using: &generator)
        )
        let message = Self.message(
            secret.ntag424MetaReadKey, secret.ntag424Key(.fileRead, uid: uid), uid: uid, counter: counter,
            input: generator.bytes(Int(seed % 40)))
        #expect(try SUNKeys(secret: secret).verify(message) == SUNTap(uid: uid, counter: counter, file: nil))
        #expect(Self.refusal(SUNKeys(secret: other), message) == .sunRejected)
    }

    @Test("no bit of the message may differ", arguments: 0..<(16 + 8 + 9))
    func oneBit(position: Int) {
        let keys = SUNKeys(metaRead: .factory, fileRead: .factory)
        var message = Self.message(.factory, .factory, uid: Self.uid, counter: 61, input: Array(0..<9))
        #expect(Self.refusal(keys, message) == nil)
        switch position {
        case 0..<16:
            guard case .enciphered(var bytes) = message.identity else { return }
            bytes[position] ^= 0x10
            message.identity = .enciphered(bytes)
        case 16..<24: message.mac[position - 16] ^= 0x01
        default: message.macInput[position - 24] ^= 0x80
        }
        #expect(Self.refusal(keys, message) == .sunRejected)
    }

    @Test("a message of the other mode is rejected, not misread")
    func otherMode() {
        let message = Self.message(.factory, .factory, uid: Self.uid, counter: 61)
        #expect(
            Self.refusal(SUNKeys(metaRead: .factory, fileRead: .factory, mode: .lrp), message) == .sunRejected
        )
    }

    @Test("a counter that is not above the highest is a replay; the first tap is not")
    func replay() {
        let tap = SUNTap(uid: Self.uid, counter: 61, file: nil)
        #expect(!tap.isReplay(after: nil))
        #expect(!tap.isReplay(after: 0))
        #expect(!tap.isReplay(after: 60))
        #expect(tap.isReplay(after: 61))
        #expect(tap.isReplay(after: 62))
        #expect(tap.isReplay(after: 0xFF_FFFF))
    }

    @Test("keys show nothing of themselves")
    func hidden() throws {
        let key = try #require(AESKey(hex("00112233445566778899AABBCCDDEEFF")))
        var dumped = ""
        dump(SUNKeys(metaRead: key, fileRead: key), to: &dumped)
        #expect(!dumped.contains("bytes") && dumped.contains("a key"))
        #expect("\(key)" == "a key")
    }
}
