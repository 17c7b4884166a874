import SimulationKit
import Testing
import TextKit

@Suite struct Base32Tests {
    // Source: RFC 4648 §10, without the padding.
    static let vectors = [
        ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
        ("foobar", "MZXW6YTBOI"),
    ]

    @Test("writes and reads the examples of RFC 4648", arguments: vectors)
    func published(plain: String, text: String) {
        #expect(Base32.text(plain.utf8) == text)
        #expect(Base32.bytes(of: text) == Array(plain.utf8))
    }

    @Test("reads back random bytes of every length up to 40")
    func roundTrip() {
        var random = SeededGenerator(seed: 4)
        for count in 0...40 {
            let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            #expect(Base32.bytes(of: Base32.text(bytes)) == bytes)
        }
    }

    @Test(
        "refuses padding, lower case, other characters, impossible lengths and unused bits",
        arguments: ["MY======", "my", "M1", "M8", "M Y", "MÝ", "M", "MZX", "MZXW6Y", "MZ", "MZXR", "MZXW7"])
    func refused(text: String) {
        #expect(Base32.bytes(of: text) == nil)
    }
}
