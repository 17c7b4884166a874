import SimulationKit
import TestSupport
import TextKit
import Testing

@Suite struct CSVTableTests {
    /// Returns the fields of the header and the rows of a UTF-8 text.
    static func fields(_ text: String) throws -> [[String]] {
        let table = try CSVTable(Array(text.utf8))
        return [table.header.fields] + table.rows.map(\.fields)
    }

    @Test(
        "reads the files that spreadsheets write",
        arguments: [
            ("seat,org\r\nA1,Grace\r\n", [["seat", "org"], ["A1", "Grace"]]),
            ("\u{FEFF}seat;org\nA1;Grace", [["seat", "org"], ["A1", "Grace"]]),
            ("sep=;\r\nseat;org\r\nA,1;Grace\r\n", [["seat", "org"], ["A,1", "Grace"]]),
            ("seat\torg\rA1\tGrace\r", [["seat", "org"], ["A1", "Grace"]]),
            ("seat,org\n\n,,\n A1 , \"Grace\" \n", [["seat", "org"], ["A1", "Grace"]]),
            ("seat\n\"row 1,\r\nseat \"\"2\"\"\"", [["seat"], ["row 1,\r\nseat \"2\""]]),
            ("\"a;b\",c\n1,2", [["a;b", "c"], ["1", "2"]]),
            ("seat\n'=A1\n'quoted", [["seat"], ["=A1"], ["'quoted"]]),
            ("seat\n5\" pipe", [["seat"], ["5\" pipe"]]),
            ("Sitzplatz;Küche\nÄ1;é", [["Sitzplatz", "Küche"], ["Ä1", "é"]]),
        ])
    func reads(text: String, rows: [[String]]) throws { #expect(try Self.fields(text) == rows) }

    @Test(
        "reads UTF-16 and UTF-32 in both byte orders, with and without a byte order mark",
        arguments: [true, false])
    func wideLetters(isMarked: Bool) throws {
        let text = (isMarked ? "\u{FEFF}" : "") + "seat\tfund\r\nÄ1😀\t12\r\n"
        let units = text.utf16.map { [UInt8($0 & 255), UInt8($0 >> 8)] }
        let scalars = text.unicodeScalars.map { scalar in
            [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: scalar.value >> UInt32($0)) }
        }
        let little = [units, scalars].map { Array($0.joined()) }
        let big = [units, scalars].map { letters in letters.flatMap { Array($0.reversed()) } }
        for bytes in little + big {
            let table = try CSVTable(bytes)
            #expect(table.header.fields == ["seat", "fund"])
            #expect(table.rows.map(\.fields) == [["Ä1😀", "12"]])
            #expect(throws: CSVError.self) { try CSVTable(Array(bytes.dropLast())) }
        }
    }

    @Test(
        "reports a spreadsheet's own file, and asks for CSV instead",
        arguments: [
            [0x50, 0x4B, 0x03, 0x04, 0x14, 0x00, 0x06, 0x00],
            [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, 0x00],
        ] as [[UInt8]])
    func spreadsheet(head: [UInt8]) {
        let error = #expect(throws: CSVError.self) { try CSVTable(head + Array("seat\nA1\n".utf8)) }
        #expect(error?.code == .spreadsheet)
        #expect(error?.remedy.contains("CSV") == true)
    }

    @Test("reads millions of blank lines about as fast as other text, and counts them")
    func blankLines() throws {
        func time(_ text: String, _ rows: Int) throws -> (CSVTable.Row?, Duration) {
            let bytes = Array(text.utf8)
            let begin = ContinuousClock.now
            let table = try CSVTable(bytes)
            #expect(table.rows.count == rows)
            return (table.rows.last, ContinuousClock.now - begin)
        }
        let letters = String(repeating: String(repeating: "x", count: 3_999) + "\n", count: 500)
        let blank = String(repeating: "\n", count: 1_000_000) + String(repeating: ",,,\n", count: 250_000)
        let (_, usual) = try time("seat,org\n" + letters, 500)
        let (last, blankTime) = try time("seat,org\n" + blank + "A1,Grace", 1)
        #expect(last?.line == 1_250_002)
        // Making a row of each blank line takes more than ten times as long.
        #expect(blankTime < usual * 4, "\(blankTime) against \(usual)")
    }

    @Test("counts lines as an editor does, also line breaks within fields")
    func lines() throws {
        let table = try CSVTable(Array("seat\r\n\r\n\"a\r\nb\"\r\nc\nd\re".utf8))
        #expect(table.rows.map(\.line) == [3, 5, 6, 7])
    }

    @Test(
        "an error names the line",
        arguments: [
            ("", CSVError.Code.empty, 1), (" \n,,\n", .empty, 1), ("seat\n\"A1\n\nA2", .openQuote, 2),
            ("seat\nA1\n\"A\"2", .textAfterQuote, 3),
            ("seat\n" + String(repeating: ",", count: 64), .tooManyFields, 2),
            ("seat\n" + String(repeating: "x", count: 4097), .tooLong, 2),
            ("seat\nA\u{0}1", .notText, 2),
        ])
    func refuses(text: String, code: CSVError.Code, line: Int) throws {
        let error = #expect(throws: CSVError.self) { try CSVTable(Array(text.utf8)) }
        #expect(error?.code == code)
        #expect(error?.line == line)
    }

    @Test("names the line that is not UTF-8")
    func olderEncoding() {
        let error = #expect(throws: CSVError.self) {
            try CSVTable(Array("seat\nA1\n".utf8) + [0xC4, 0x31, 0x0A])
        }
        #expect(error?.code == .notText)
        #expect(error?.line == 3)
        let late = #expect(throws: CSVError.self) {
            try CSVTable(Array(String(repeating: "A1\n", count: 100_000).utf8) + [0xC4, 0x31, 0x0A])
        }
        #expect(late?.line == 100_001)
    }

    @Test("reads 10,000 rows, and refuses one more")
    func mostRows() throws {
        let text = "seat\n" + (1...10_000).map { "A\($0)\n" }.joined()
        #expect(try CSVTable(Array(text.utf8)).rows.count == 10_000)
        #expect(throws: CSVError.self) { try CSVTable(Array((text + "B1").utf8)) }
    }

    @Test("reads the tables that tapctl writes", arguments: propertySeeds)
    func roundTrip(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let alphabet = Array("ab,;\t\"\r\n=+-@＝'é \u{200B}".unicodeScalars)
        func field() -> String {
            let scalars = (0..<Int.random(in: 0...8, using: &random)).compactMap { _ in
                alphabet.randomElement(using: &random)
            }
            // White space at the ends is removed when a table is read.
            let front = scalars.drop { $0.properties.isWhitespace }
            let back = front.reversed().drop { $0.properties.isWhitespace }
            return String(String.UnicodeScalarView(back.reversed()))
        }
        // Rows without any text are skipped.
        let rows = (0..<5).map { _ in ["x"] + (0..<3).map { _ in field() } }
        let lines = rows.map { CSVLine.text($0.map(CSVLine.Field.text)) }
        let text = CSVLine.text(["a", "b", "c", "d"]) + lines.joined()
        #expect(try Self.fields(text) == [["a", "b", "c", "d"]] + rows)
    }

    @Test("reads any bytes as a table, or refuses them", arguments: propertySeeds)
    func anyBytes(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var bytes = Array("seat,org\r\n\"A1\",Grace\r\n;;\"".utf8)
        for _ in 0..<Int.random(in: 0...12, using: &random) {
            bytes.insert(contentsOf: random.bytes(1), at: Int.random(in: 0...bytes.count, using: &random))
        }
        _ = try? CSVTable(bytes)
    }
}
