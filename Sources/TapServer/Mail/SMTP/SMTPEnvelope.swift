import Giving

/// An e-mail in the format that SMTP uses: the sender, the recipient, and the content of the DATA command.
struct SMTPEnvelope: Hashable {
    /// The maximum length of a line in bytes, excluding its line end (RFC 5321 §4.5.3.1.6).
    static let mostLineBytes = 998

    /// The address to which the mail system reports failed deliveries.
    let sender: String
    /// The recipient's address.
    let recipient: String
    /// The content of the DATA command. Each line ends with CR LF. If a line begins with a dot, a second dot
    /// is added. The last line is a single dot.
    let content: [UInt8]
    /// Whether the header contains non-ASCII characters, for example in an address. If so, SMTPUTF8 is needed
    /// (RFC 6531).
    let needsUTF8: Bool
    /// Whether the message contains non-ASCII characters. If so, 8BITMIME is needed (RFC 6152).
    let needs8Bit: Bool
    private let lines: [[UInt8]]

    /// Parses a message from the outbox. The recipient's address comes from the message header.
    ///
    /// CR, LF and CRLF all count as line endings, so that no server can mistake text in the message for the
    /// end of the data.
    ///
    /// - Throws: ``SMTPFailure`` with code `badLetter`.
    init(message: [UInt8]) throws(SMTPFailure) {
        try self.init(lines: Self.lines(of: message))
    }

    private init(lines: [[UInt8]]) throws(SMTPFailure) {
        let header = lines.prefix { !$0.isEmpty }
        guard let sender = Self.address("From: ", in: header),
            let recipient = Self.address("To: ", in: header),
            lines.allSatisfy({ $0.count <= Self.mostLineBytes && !$0.contains(0) })
        else { throw SMTPFailure(.badLetter) }
        (self.sender, self.recipient, self.lines) = (sender, recipient, lines)
        var content: [UInt8] = []
        for line in lines {
            if line.first == UInt8(ascii: ".") { content.append(UInt8(ascii: ".")) }
            content += line
            content += [0x0D, 0x0A]
        }
        self.content = content + Array(".\r\n".utf8)
        needsUTF8 = header.contains { $0.contains { $0 >= 0x80 } }
        needs8Bit = lines.contains { $0.contains { $0 >= 0x80 } }
    }

    /// The same e-mail for a mail server without SMTPUTF8: the domains of its addresses are converted to
    /// ASCII. Nil if the local part of an address, or any other part of the header, is not ASCII.
    var ascii: SMTPEnvelope? {
        guard let from = EmailAddress(sender)?.ascii, let to = EmailAddress(recipient)?.ascii else {
            return nil
        }
        let end = lines.firstIndex(of: []) ?? lines.endIndex
        let header = lines[..<end].map { line -> [UInt8] in
            if line.starts(with: "From: ".utf8) { return Array("From: \(from)".utf8) }
            if line.starts(with: "To: ".utf8) { return Array("To: \(to)".utf8) }
            guard line.starts(with: "Message-ID: ".utf8), let domain = from.split(separator: "@").last,
                let at = line.firstIndex(of: UInt8(ascii: "@"))
            else { return line }
            return line[...at] + Array("\(domain)>".utf8)
        }
        guard let envelope = try? SMTPEnvelope(lines: header + lines[end...]), !envelope.needsUTF8 else {
            return nil
        }
        return envelope
    }

    private static func lines(of message: [UInt8]) -> [[UInt8]] {
        var (lines, line): ([[UInt8]], [UInt8]) = ([], [])
        var isAfterCR = false
        for byte in message {
            defer { isAfterCR = byte == 0x0D }
            if byte == 0x0A, isAfterCR { continue }
            if byte == 0x0A || byte == 0x0D {
                lines.append(line)
                line.removeAll()
            } else {
                line.append(byte)
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }

    /// Returns the address in a header field, or nil if it cannot safely be put between the `<` and `>` of a
    /// command.
    ///
    /// The field must occur exactly once. The address must be well-formed and have at most 254 bytes. It must
    /// not contain characters that could end the command.
    private static func address(_ name: String, in header: some Sequence<[UInt8]>) -> String? {
        let found = header.filter { $0.starts(with: name.utf8) }.map { $0.dropFirst(name.utf8.count) }
        guard found.count == 1, let bytes = found.first, bytes.count <= 254,
            bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") }
            ),
            let at = bytes.lastIndex(of: UInt8(ascii: "@")), at > bytes.startIndex, at < bytes.endIndex - 1
        else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }
}
