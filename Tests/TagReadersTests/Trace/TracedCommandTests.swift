import TagKit
import TestSupport
import Testing

@testable import TagReaders

@Suite("A command in a trace")
struct TracedCommandTests {
    @Test(
        "shows its name and bytes",
        arguments: [
            (.getVersion, "GET_VERSION 60"),
            (.read(page: 4), "READ 3004"),
            (.fastRead(first: 0, last: 44), "FAST_READ 3a002c"),
            (.write(page: 4, data: hex("03 00 FE 00")), "WRITE a2040300fe00"),
            (.readSignature, "READ_SIG 3c00"),
            (.ultralightCAuthenticate, "AUTHENTICATE 1a00"),
            (.apdu(hex("00 B0 00 00 0F")), "APDU 00b000000f"),
            (.readBlock(4), "CLASSIC_READ 3004"),
            (.writeBlock(4, data: hex("00 01")), "CLASSIC_WRITE a0040001"),
        ] as [(TagCommand, String)])
    func text(command: TagCommand, expected: String) {
        #expect(TracedCommand(command).description == expected)
    }

    @Test("never shows a key", arguments: [ClassicKey.Slot.a, .b])
    func key(slot: ClassicKey.Slot) {
        let command = TracedCommand(.authenticate(block: 3, key: ClassicKey(slot, hex("DE AD BE EF 00 11"))))
        #expect(command.description == "CLASSIC_AUTHENTICATE \(slot == .a ? "60" : "61")03")
    }

    @Test("never shows a password, nor a page that holds one")
    func password() throws {
        let password = try #require(TagPassword(password: hex("DE AD BE EF"), acknowledge: hex("CA FE")))
        #expect(TracedCommand(.passwordAuthenticate(password)).description == "PWD_AUTH 1b")
        #expect(TracedCommand(.writeSecret(page: 43, data: password.password)).description == "WRITE a22b")
    }

    @Test("never shows the body of a C-APDU that carries a key")
    func secretAPDU() {
        let command = TagCommand.secretAPDU(hex("90 C4 00 00 03 DEADBE 00"))
        #expect(TracedCommand(command).description == "APDU 90c4000003")
    }
}
