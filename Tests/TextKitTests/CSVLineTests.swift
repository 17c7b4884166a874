import SimulationKit
import TestSupport
import Testing

@testable import TextKit

@Suite struct CSVLineTests {
    @Test(
        "quotes fields as RFC 4180 does, and text that a spreadsheet would run as a formula",
        arguments: [
            ("", ""), ("plain", "plain"), ("a b", "a b"), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""),
            ("a\r\nb", "\"a\r\nb\""), ("=1+1", "\"'=1+1\""), ("+1", "\"'+1\""), ("-1", "\"'-1\""),
            ("@SUM(A1)", "\"'@SUM(A1)\""), ("\t=1", "\"'\t=1\""), ("\r=1", "\"'\r=1\""),
            ("＝1", "\"'＝1\""), ("=\"a\"", "\"'=\"\"a\"\"\""), ("a=1", "a=1"), ("é,", "\"é,\""),
        ])
    func fields(text: String, written: String) { #expect(CSVLine.field(text) == written) }

    @Test("a spreadsheet reads numbers as numbers, also negative ones, and text as text")
    func cells() {
        let fields: [CSVLine.Field] = [
            "date", .text("-1"), .number("-20.50"), .count(3), .text("=cmd|'/C calc'!A0"),
        ]
        #expect(CSVLine.text(fields) == "date,\"'-1\",-20.50,3,\"'=cmd|'/C calc'!A0\"\r\n")
    }

    @Test("a reader finds the same fields", arguments: propertySeeds)
    func roundTrip(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let alphabet = Array(",\"\r\n=+-@\tab é".unicodeScalars)
        let fields = (0..<5).map { _ in
            String(
                String.UnicodeScalarView(
                    (0..<Int.random(in: 0...6, using: &generator)).compactMap { _ in
                        alphabet.randomElement(using: &generator)
                    }))
        }
        let read = Self.read(CSVLine.text(fields))
        #expect(read.count == fields.count)
        for (field, kept) in zip(fields, read) {
            #expect(kept == field || kept == "'" + field)
            #expect(kept.unicodeScalars.first.map { !"=+-@\t\r\n".unicodeScalars.contains($0) } ?? true)
        }
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
