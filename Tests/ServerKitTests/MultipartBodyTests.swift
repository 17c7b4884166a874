import SimulationKit
import Testing

@testable import ServerKit

/// Forms with files, as browsers send them.
@Suite struct MultipartBodyTests {
    private static let type = "multipart/form-data; boundary=xYz"

    private static func fields(_ text: String, type: String = type, longest: Int = 100) -> FormFields? {
        fields(Array(text.utf8), type: type, longest: longest)
    }

    private static func fields(_ bytes: [UInt8], type: String = type, longest: Int = 100) -> FormFields? {
        MultipartBody(contentType: type, bytes: bytes).flatMap { FormFields($0, longest: longest) }
    }

    /// Returns a part with its separator.
    private static func part(_ disposition: String, _ content: String, more: String = "") -> String {
        "--xYz\r\nContent-Disposition: \(disposition)\r\n\(more)\r\n\(content)\r\n"
    }

    private static let end = "--xYz--\r\n"
    private static let field = part("form-data; name=\"a\"", "1")

    @Test("reads fields and a file, and ignores the file's name and type")
    func whole() throws {
        let text =
            Self.part("form-data; name=\"a\"", " é\r\n--xY\n ")
            + Self.part("form-data; name=\"a\"", "second") + Self.part("form-data; name=\"none\"", "")
            + Self.part(
                "form-data; name=\"file\"; filename=\"../a \\\"b\\\".csv\"", "Date,Amount\r\n",
                more: "Content-Type: text/csv\r\n")
            + Self.part("form-data; name=\"empty\"; filename=\"\"", "")
        for end in [Self.end, "--xYz--"] {
            let fields = try #require(Self.fields(text + end))
            #expect(fields.typed("a") == " é\r\n--xY\n " && fields["a"] == "é\r\n--xY")
            #expect(fields["none"] == nil && fields.typed("none") == "" && fields["file"] == nil)
            #expect(fields.file("file") == Array("Date,Amount\r\n".utf8))
            #expect(fields.file("empty") == nil && fields.file("a") == nil && fields.file("other") == nil)
        }
    }

    @Test("keeps every byte of a file")
    func bytes() throws {
        let content = (0...255).map { UInt8($0) } + Array("\r\n--xY\r\n-xYz\r\r\n".utf8)
        let head = Array("--xYz\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x\"\r\n\r\n".utf8)
        let fields = try #require(Self.fields(head + content + Array("\r\n\(Self.end)".utf8)))
        #expect(fields.file("f") == content)
    }

    @Test(
        "finds the boundary in the header",
        arguments: [
            ("multipart/form-data; boundary=xYz", true), ("Multipart/Form-Data;Boundary=\"xYz\"", true),
            ("multipart/form-data; charset=utf-8; boundary=xYz ", true),
            ("multipart/form-data; boundary=xYz; boundary=xYz", false), ("multipart/form-data", false),
            ("multipart/form-data; boundary=", false), ("multipart/form-data; boundary=\"\"", false),
            ("multipart/form-data; boundary=x\u{e9}z", false), ("multipart/mixed; boundary=xYz", false),
            ("application/x-www-form-urlencoded", false), ("", false), ("; boundary=xYz", false),
            ("multipart/form-data; boundary=" + String(repeating: "x", count: 71), false),
        ])
    func boundary(type: String, isRead: Bool) {
        #expect((Self.fields(Self.field + Self.end, type: type)?["a"] == "1") == isRead)
    }

    @Test(
        "refuses what no browser sends",
        arguments: [
            "", "--xYz", field, field + "--xYz", field + end + "x", "x" + field + end, "\r\n" + field + end,
            field + "--xYz-", field + "--xYzz\r\n" + end, "a=1",
            // Headers.
            "--xYz\r\n\r\n1\r\n" + end, "--xYz\r\nContent-Disposition: form-data; name=\"a\"\r\n" + end,
            part("form-data", "1") + end, part("form-data; name=a", "1") + end,
            part("form-data; name=\"\"", "1") + end, part("form-data; name=\"a", "1") + end,
            part("form-data; name=\"a\\", "1") + end, part("form-data; name=\"a\" x", "1") + end,
            part("form-data; name=\"a\"; name=\"b\"", "1") + end, part("attachment; name=\"a\"", "1") + end,
            part("form-data; name=\"a\"; filename*=utf-8''x", "1") + end,
            part("form-data; name=\"a\"", "1", more: "Content-Transfer-Encoding: base64\r\n") + end,
            part("form-data; name=\"a\"", "1", more: "Content-Disposition: form-data; name=\"b\"\r\n") + end,
            part("form-data; name=\"a\"\rX: 1", "1") + end,
            part("form-data; name=\"a\"\nContent-Type: 1", "1") + end,
            part("form-data; name=\"\(String(repeating: "a", count: 2_048))\"", "1") + end,
        ])
    func malformed(text: String) {
        #expect(Self.fields(text) == nil)
    }

    @Test("limits the number of fields and their sizes, but not a file's size")
    func limits() {
        #expect(Self.fields(String(repeating: Self.field, count: 40) + Self.end) != nil)
        #expect(Self.fields(String(repeating: Self.field, count: 41) + Self.end) == nil)
        let long = String(repeating: "x", count: 101)
        #expect(Self.fields(Self.part("form-data; name=\"a\"", long) + Self.end) == nil)
        #expect(
            Self.fields(Self.part("form-data; name=\"a\"; filename=\"\"", long) + Self.end)?.file("a")
                == Array(long.utf8))
        let broken = Array("--xYz\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n".utf8) + [0xFF]
        #expect(Self.fields(broken + Array("\r\n\(Self.end)".utf8)) == nil)
        #expect(Self.fields(Self.end) == FormFields(""))
    }

    @Test("any form data is read or refused, and never traps")
    func anything() {
        var generator = SeededGenerator(seed: 5)
        let pieces = [
            "--xYz", "\r\n", "\r", "\n", "--", "Content-Disposition: form-data; name=\"a\"", "; filename=\"",
            "\"", ":", "=", "\\", "x", "\u{0}",
        ].map { Array($0.utf8) }
        for _ in 0..<5_000 {
            let count = Int.random(in: 0...16, using: &generator)
            let body = (0..<count).flatMap { _ in pieces.randomElement(using: &generator) ?? [] }
            _ = Self.fields(body)
            _ = Self.fields(Array("--xYz\r\n".utf8) + body)
        }
    }
}
