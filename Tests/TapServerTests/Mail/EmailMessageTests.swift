import Foundation
import Giving
import TapServer
import Testing
import TimeKit

/// E-mails as they leave.
@Suite struct EmailMessageTests {
    static let letter = EmailMessage(
        id: "link_1", from: "no-reply@give.example.org", to: "donor@example.org", subject: "The link",
        date: SiteBench.start, lines: ["One", "", "Two"])

    @Test("a message of RFC 5322: header, empty line, text, every line ended by CR and LF")
    func message() {
        #expect(
            Self.letter.message
                == [
                    "From: no-reply@give.example.org", "To: donor@example.org", "Subject: The link",
                    "Date: Sat, 31 Jan 2026 15:00:00 +0000", "Message-ID: <link_1@give.example.org>",
                    "Auto-Submitted: auto-generated", "MIME-Version: 1.0",
                    "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 7bit", "", "One",
                    "",
                    "Two", "",
                ].joined(separator: "\r\n"))
    }

    @Test("a line break in an address adds no header, and non-ASCII text is encoded")
    func injected() {
        var letter = Self.letter
        letter.to = "a@example.org\r\nBcc: b@example.org"
        letter.lines = ["über"]
        #expect(letter.message.contains("To: a@example.orgBcc: b@example.org\r\n"))
        #expect(
            !letter.message.contains("\nBcc:") && letter.message.contains("Encoding: quoted-printable\r\n"))
        #expect(letter.message.hasSuffix("\r\n\r\n=C3=BCber\r\n"))
        letter.lines = ["a\u{202E}b"]
        #expect(letter.message.hasSuffix("\r\n\r\na=EF=BF=BDb\r\n"))
    }

    @Test(
        "a subject in any script is encoded in lines of at most 76 characters",
        arguments: [
            ("Your $50 gift", ["Subject: Your $50 gift"]),
            ("Your €50 gift", ["Subject: =?utf-8?B?WW91ciDigqw1MCBnaWZ0?="]),
            ("=?utf-8?Q?x?=", ["Subject: =?utf-8?B?PT91dGYtOD9RP3g/PQ==?="]),
            ("ü\r\nBcc: b@example.org", ["Subject: =?utf-8?B?w7xCY2M6IGJAZXhhbXBsZS5vcmc=?="]),
            (
                String(repeating: "é", count: 20),
                [
                    "Subject: =?utf-8?B?\(String(repeating: "w6nDqcOp", count: 6))w6k=?=",
                    " =?utf-8?B?w6k=?=",
                ]
            ),
        ])
    func subject(_ subject: String, lines: [String]) {
        var letter = Self.letter
        letter.subject = subject
        #expect(letter.message.contains("\r\n\(lines.joined(separator: "\r\n"))\r\nDate: "))
        #expect(lines.allSatisfy { $0.utf8.count <= 76 })
    }

    @Test(
        "a text of any script comes as lines of ASCII, no longer than 76, from which it can be read again",
        arguments: [
            ("über = 1", ["=C3=BCber =3D 1"]), ("", [""]), ("ü ", ["=C3=BC=20"]),
            (String(repeating: "é", count: 13), [String(repeating: "=C3=A9", count: 12) + "=C3=", "=A9"]),
            ("é" + String(repeating: "a", count: 70), ["=C3=A9" + String(repeating: "a", count: 70)]),
            (
                "é" + String(repeating: "a", count: 71),
                ["=C3=A9" + String(repeating: "a", count: 69) + "=", "aa"]
            ),
        ])
    func quoted(text: String, lines: [String]) {
        var letter = Self.letter
        letter.lines = [text, "ß"]
        #expect(letter.message.hasSuffix((["", ""] + lines + ["=C3=9F", ""]).joined(separator: "\r\n")))
        #expect(letter.message.utf8.allSatisfy { $0 < 0x80 })
    }

    @Test("the mail of a link says how long it opens, and that it is a test")
    func link() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            _ = try await visitor.give()
            _ = try await visitor.signIn()
            let letter = try #require(bench.mailbox.letters.first)
            #expect(letter.from == "no-reply@give.example.org" && letter.to == "donor@example.org")
            #expect(letter.lines.contains { $0.contains("expires after 10 minutes") })
            #expect(letter.lines.last == "TEST: no money moved, not a receipt")
            #expect(letter.lines.allSatisfy { $0.utf8.count <= 78 || $0.hasPrefix("https://") })
        }
    }

    @Test("the outbox holds whole letters for their owner alone, and says where it cannot")
    func outbox() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "outbox-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let outbox = MailSpool(folder.path)
        try await outbox.send(Self.letter)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names == ["link_1.eml"])
        let file = folder.appending(path: "link_1.eml").path
        #expect(try String(contentsOfFile: file, encoding: .utf8) == Self.letter.message)
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        var other = Self.letter
        other.subject = "Again"
        try await outbox.send(other)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["link_1.eml"])
        #expect(try String(contentsOfFile: file, encoding: .utf8) == other.message)
        await #expect(throws: OutboxError.self) { try await MailSpool(file).send(Self.letter) }
    }

    @Test(
        "an address of the pages is a scheme, a host and perhaps a port",
        arguments: [
            ("https://give.example.org", "https://give.example.org"),
            ("https://give.example.org/", "https://give.example.org"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"), ("http://[::1]:8080", "http://[::1]:8080"),
            ("https://give.example.org/path", nil), ("https://a@give.example.org", nil),
            ("https://give.example.org?x=1", nil), ("ftp://give.example.org", nil), ("give.example.org", nil),
            ("https://", nil), ("https://a\r\nb", nil), ("https://ex ample.org", nil),
        ])
    func address(typed: String, text: String?) {
        let address = SiteAddress(typed)
        #expect(address?.text == text)
        #expect(address?.isSecure ?? false == (text?.hasPrefix("https") ?? false))
    }
}
