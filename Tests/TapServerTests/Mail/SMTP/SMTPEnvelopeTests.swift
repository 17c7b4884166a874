import Testing

@testable import TapServer

/// A letter as DATA carries it.
@Suite struct SMTPEnvelopeTests {
    private static let header = "From: a@s.org\r\nTo: b@r.org\r\n\r\n"

    @Test(
        "a dot at the start of a line is doubled, every line ends with CRLF, and a single dot ends the data",
        arguments: [
            ("a\r\n", "a\r\n.\r\n"), ("a", "a\r\n.\r\n"), (".\r\n", "..\r\n.\r\n"),
            ("..a\r\n", "...a\r\n.\r\n"), ("a\n.\nb", "a\r\n..\r\nb\r\n.\r\n"),
            ("a\r.\rb", "a\r\n..\r\nb\r\n.\r\n"), ("a\n\r\n.", "a\r\n\r\n..\r\n.\r\n"), ("", ".\r\n"),
        ])
    func stuffed(text: String, content: String) throws {
        let envelope = try SMTPEnvelope(message: Array((Self.header + text).utf8))
        #expect(envelope.content == Array((Self.header + content).utf8))
    }

    @Test(
        "no address can end a command, and none is repeated or missing",
        arguments: [
            "To: b@r.org>\r\nFrom: a@s.org", "To: b@r.org> RCPT TO:<c@r.org\r\nFrom: a@s.org",
            "From: a@s.org", "To: b r@r.org\r\nFrom: a@s.org",
            "To: b@r.org\r\nTo: c@r.org\r\nFrom: a@s.org", "To: @r.org\r\nFrom: a@s.org",
            "To: b@\r\nFrom: a@s.org", "To: b\r\nFrom: a@s.org", "To: b@r.org\0\r\nFrom: a@s.org",
            "\r\nTo: b@r.org\r\nFrom: a@s.org",
            "To: b@r.org\r\nFrom: a@s.org\r\n\r\n\(String(repeating: "a", count: 999))",
        ])
    func refused(message: String) {
        #expect(throws: SMTPFailure(.badLetter)) { try SMTPEnvelope(message: Array(message.utf8)) }
    }
}
