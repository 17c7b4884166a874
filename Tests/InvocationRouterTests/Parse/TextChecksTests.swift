import InvocationRouter
import Testing

/// Checks 12 to 14 against the standard library's own decoder.
@Suite struct TextChecksTests {
    private func outcome(_ bytes: [UInt8]) -> Outcome {
        let encoded = bytes.map { "%" + String($0 >> 4, radix: 16) + String($0 & 0xF, radix: 16) }.joined()
        return Outcome("https://appclip.tap.giving/A?x=" + encoded)
    }

    @Test("every one- and two-octet text is UTF-8 or not, as String says")
    func short() {
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max {
                let isValid = String(validating: [first, second], as: UTF8.self) != nil
                #expect((outcome([first, second]) != .error(.invalidUTF8)) == isValid, "\(first) \(second)")
            }
        }
    }

    @Test("the edges of three- and four-octet forms: overlong, surrogates, above U+10FFFF, cut short")
    func long() {
        let edges: [UInt8] = [0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]
        let leads: [UInt8] = [0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5]
        for lead in leads {
            for second in edges {
                for third in edges {
                    for tail in [[], [0x80], [0xBF], [0x41]] as [[UInt8]] {
                        let bytes = [lead, second, third] + tail
                        let isValid = String(validating: bytes, as: UTF8.self) != nil
                        #expect((outcome(bytes) != .error(.invalidUTF8)) == isValid, "\(bytes)")
                    }
                }
            }
        }
    }

    @Test("every control and bidi control is refused, and nothing else below U+3000")
    func controls() {
        let bidi = Set([0x061C, 0x200E, 0x200F] + Array(0x202A...0x202E) + Array(0x2066...0x2069))
        for value in UInt32(0)..<0x3000 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let expected: Outcome =
                if scalar.properties.generalCategory == .control {
                    .error(.controlCharacter)
                } else if bidi.contains(Int(value)) {
                    .error(.bidiControl)
                } else {
                    .org("A")
                }
            #expect(outcome(Array(String(scalar).utf8)) == expected, "U+\(String(value, radix: 16))")
        }
    }
}
