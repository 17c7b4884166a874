import Foundation
import SimulationKit
import TestSupport
import Testing
import TextKit

/// Source: WHATWG URL, §5, "application/x-www-form-urlencoded".
@Suite struct FormURLEncodingTests {
    private func decoded(_ text: String) throws(FormURLEncoding.Flaw) -> String {
        try FormURLEncoding.decoded(Array(text.utf8)[...])
    }

    @Test(
        "reads a plus as a space, and an escape as a byte",
        arguments: [
            ("", ""), ("a+b++", "a b  "), ("%2B%20+", "+  "), ("%c3%84%C3%9f", "Äß"), ("%F0%9f%98%80", "😀"),
            ("100%25", "100%"), ("%00%7f", "\0\u{7F}"), ("ä%26=&", "ä&=&"),
        ])
    func decodes(sent: String, text: String) throws { #expect(try decoded(sent) == text) }

    @Test(
        "refuses an escape without two digits, and bytes that are not UTF-8",
        arguments: [
            ("%", .brokenEscape), ("a%4", .brokenEscape), ("%zz", .brokenEscape), ("%4g", .brokenEscape),
            ("%+1", .brokenEscape), ("%%41", .brokenEscape), ("%ä", .brokenEscape), ("%FF", .notUTF8),
            ("%C3", .notUTF8), ("%C3(", .notUTF8), ("%ED%A0%80", .notUTF8), ("%FF%", .brokenEscape),
        ] as [(String, FormURLEncoding.Flaw)])
    func refuses(sent: String, flaw: FormURLEncoding.Flaw) {
        #expect(throws: flaw) { try decoded(sent) }
    }

    @Test("refuses bytes without an escape that are not UTF-8")
    func raw() {
        #expect(throws: FormURLEncoding.Flaw.notUTF8) { try FormURLEncoding.decoded([0x61, 0xC3]) }
    }

    @Test(
        "the readable text shows a broken escape unchanged, and decodes the text after it",
        arguments: [
            ("a+b%20c", "a b c"), ("%zz%41", "%zzA"), ("%%41", "%A"), ("%4", "%4"), ("%", "%"),
            ("a%C3%41", "a\u{FFFD}A"),
        ])
    func readable(sent: String, text: String) {
        #expect(FormURLEncoding.readable(Array(sent.utf8)[...]) == text)
    }

    @Test("escapes all characters except letters, digits and -._~, in capitals")
    func escapes() {
        #expect(FormURLEncoding.escaped("aZ09-._~") == "aZ09-._~")
        #expect(FormURLEncoding.escaped("a b+%/ä\n") == "a%20b%2B%25%2F%C3%A4%0A")
    }

    @Test("escaped text reads back, here and in Foundation", arguments: propertySeeds)
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let letters = Array("aZ0 +%&=/~ä😀\n")
        let text = String((0..<20).compactMap { _ in letters.randomElement(using: &generator) })
        let escaped = FormURLEncoding.escaped(text)
        #expect(try decoded(escaped) == text)
        #expect(escaped.removingPercentEncoding == text)
    }
}
