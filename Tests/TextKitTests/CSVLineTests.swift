import SimulationKit
import TestSupport
import Testing

@testable import TextKit

@Suite struct CSVLineTests {
    @Test(
        "quotes all text, and guards each place at which a spreadsheet could see a formula",
        arguments: [
            ("", ""), ("plain", "\"plain\""), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("12", "\"12\""),
            ("a\r\nb", "\"a\r\nb\""), ("=1+1", "\"'=1+1\""), ("+1", "\"'+1\""), ("-1", "\"'-1\""),
            ("@SUM(A1)", "\"'@SUM(A1)\""), ("\tx", "\"'\tx\""), ("\rx", "\"'\rx\""), ("\nx", "\"'\nx\""),
            ("＝1", "\"'＝1\""), ("＋1", "\"'＋1\""), ("－1", "\"'－1\""), ("＠1", "\"'＠1\""),
            ("=\"a\"", "\"'=\"\"a\"\"\""), ("a=1", "\"a=1\""), ("é", "\"é\""), ("it's", "\"it's\""),
            ("x;=HYPERLINK(A1);y", "\"x;'=HYPERLINK(A1);y\""), ("x\t+1", "\"x\t'+1\""),
            ("x\r\n@A1", "\"x\r\n'@A1\""), ("x\u{2028}-1", "\"x\u{2028}'-1\""), ("x; =1", "\"x; '=1\""),
            ("x;\"=1", "\"x;'\"\"=1\""), (" =1", "\" '=1\""), ("\u{FEFF}=1", "\"'\u{FEFF}=1\""),
            ("\u{200B}＝1", "\"'\u{200B}＝1\""), ("'=1", "\"''=1\""), ("x; y", "\"x; y\""),
            ("a\u{202E}b", "\"a\u{FFFD}b\""), ("\u{202D}=1", "\"\u{FFFD}=1\""),
        ])
    func fields(text: String, written: String) { #expect(CSVLine.quoted(text) == written) }

    @Test("a spreadsheet reads numbers and dates as such, also negative numbers, and text as text")
    func cells() {
        let fields: [CSVLine.Field] = [
            "date", .date("2026-01-04"), .text("-1"), .number("-20.50"), .count(3), .text(""),
            .text("=cmd|'/C calc'!A0"),
        ]
        #expect(
            CSVLine.text(fields) == "\"date\",2026-01-04,\"'-1\",-20.50,3,,\"'=cmd|'/C calc'!A0\"\r\n")
    }

    @Test(
        "no separator of a spreadsheet divides text so that a part begins a formula", arguments: propertySeeds
    )
    func separators(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let text = Self.randomText(&generator, of: "=＠;\t\r\n\" 'x\u{200B}", most: 12)
        let parts = CSVLine.quoted(text).dropFirst().unicodeScalars.split {
            ";\t\r\n".unicodeScalars.contains($0)
        }
        for part in parts {
            let visible = part.drop { $0 == "\"" || $0 == " " || $0 == "\u{200B}" }
            #expect(visible.first != "=" && visible.first != "＠", "\(text.debugDescription)")
        }
    }

    @Test("a reader of RFC 4180 finds the same fields, apart from apostrophes", arguments: propertySeeds)
    func roundTrip(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let fields = (0..<5).map { _ in Self.randomText(&generator, of: ",;\"\r\n=+-@\tab é", most: 6) }
        let read = Self.read(CSVLine.text(fields.map(CSVLine.Field.text)))
        #expect(read.count == fields.count)
        for (field, kept) in zip(fields, read) {
            #expect(kept.replacing("'", with: "") == field)
            #expect(kept.unicodeScalars.first.map { !"=+-@\t\r\n".unicodeScalars.contains($0) } ?? true)
        }
    }

    private static func randomText(
        _ generator: inout SeededGenerator, of alphabet: String, most: Int
    ) -> String {
        let alphabet = Array(alphabet.unicodeScalars)
        let scalars = (0..<Int.random(in: 0...most, using: &generator)).compactMap { _ in
            alphabet.randomElement(using: &generator)
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Reads one line as RFC 4180 §2 describes it.
    static func read(_ line: String) -> [String] {
        var fields = [String.UnicodeScalarView()]
        var isQuoted = false
        var scalars = Array(line.unicodeScalars)
        scalars.removeLast(2)
        var position = 0
        while position < scalars.count {
            let scalar = scalars[position]
            let isDoubled =
                isQuoted && scalar == "\"" && position + 1 < scalars.count && scalars[position + 1] == "\""
            if isDoubled {
                fields[fields.count - 1].append(scalar)
                position += 1
            } else if scalar == "\"" {
                isQuoted.toggle()
            } else if scalar == ",", !isQuoted {
                fields.append(String.UnicodeScalarView())
            } else {
                fields[fields.count - 1].append(scalar)
            }
            position += 1
        }
        return fields.map(String.init)
    }
}
