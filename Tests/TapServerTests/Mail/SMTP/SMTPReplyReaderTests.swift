import Testing

@testable import TapServer

/// Octets in, replies out.
@Suite struct SMTPReplyReaderTests {
    @Test("a reply of several lines is one, in whatever pieces it comes")
    func pieces() throws {
        let bytes = Array("220 hi\r\n250-one\r\n250-\r\n250 two\r\n221\r\n".utf8)
        for size in 1...bytes.count {
            var reader = SMTPReplyReader()
            var replies: [SMTPReply] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                replies += try reader.read(bytes[start..<min(start + size, bytes.count)])
            }
            #expect(
                replies == [
                    SMTPReply(code: 220, lines: ["hi"]), SMTPReply(code: 250, lines: ["one", "", "two"]),
                    SMTPReply(code: 221, lines: [""]),
                ])
            #expect(reader.isEmpty)
        }
    }

    @Test(
        "a malformed or oversized reply is refused",
        arguments: [
            "\r\n", "25\r\n", "2x0 a\r\n", "250_a\r\n", "199 a\r\n", "600 a\r\n", "250-a\r\n251 b\r\n",
            "HTTP/1.1 400 Bad Request\r\n", String(repeating: "2", count: 1025),
            String(repeating: "250-a\r\n", count: 101),
        ])
    func refused(text: String) {
        var reader = SMTPReplyReader()
        #expect(throws: SMTPFailure(.badReply)) { try reader.read(text.utf8) }
    }

    @Test("bytes after a reply are detected, and TLS does not begin")
    func behind() throws {
        var reader = SMTPReplyReader()
        #expect(try reader.read("220 go\r\n250".utf8).count == 1)
        #expect(!reader.isEmpty)
    }
}
