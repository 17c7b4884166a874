import InvocationRouter
import SimulationKit
import TestSupport
import Testing

@Suite struct EscapedTextTests {
    @Test("control, format, separator and filler characters are escaped; letters, joiners and emoji are not")
    func scalars() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let isEscaped = String(scalar).escapedForDisplay() != String(scalar)
            let expected =
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator:
                    value != 0x200C && value != 0x200D
                default: [0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0].contains(value)
                }
            if isEscaped != expected { Issue.record("U+\(String(value, radix: 16))") }
        }
        #expect("a\u{1B}[31m\u{202E}b".escapedForDisplay() == "a\\u{1b}[31m\\u{202e}b")
    }

    @Test("octets that are not UTF-8 are shown in hex")
    func bytes() {
        #expect(
            hex("41 FF C3 28 C3 A9 E2 80 AE F0 9F").escapedForDisplay() == "A\\xff\\xc3(é\\u{202e}\\xf0\\x9f")
        #expect([UInt8]().escapedForDisplay().isEmpty)
    }

    @Test("escaping twice changes nothing, and ends for any octets", arguments: propertySeeds)
    func idempotent(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let once = generator.bytes(100).escapedForDisplay()
        #expect(once.escapedForDisplay() == once)
    }

    @Test("sentences of errors hold what came from outside escaped")
    func sentences() {
        for bytes in [hex("68 0A"), hex("E2 80 AE"), Array("https://a\u{202E}\u{7}/".utf8), hex("FF FE")] {
            let error = #expect(throws: InvocationError.self) { try Invocation.parse(bytes: bytes.span) }
            let message = error?.message ?? ""
            #expect(message == message.escapedForDisplay())
            #expect(!message.unicodeScalars.contains { $0.properties.generalCategory == .control })
        }
    }
}
