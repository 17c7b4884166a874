/// A letter as SMTP carries it: from whom, to whom, and its text in the form of DATA.
struct SMTPEnvelope: Hashable, Sendable {
    /// Octets of a line without its end (RFC 5321 §4.5.3.1.6).
    static let mostLineBytes = 998

    /// Who is told when it cannot be delivered.
    let sender: String
    /// To whom.
    let recipient: String
    /// Lines ended by CR and LF, a point before each that begins with one, and the point that ends all.
    let content: [UInt8]
    /// An address in another script than ASCII: SMTPUTF8 (RFC 6531).
    let needsUTF8: Bool
    /// A text in another script: 8BITMIME (RFC 6152).
    let needs8Bit: Bool

    /// Takes a message as it lies in the outbox; whom it is for stands in its header.
    ///
    /// Every CR, LF and CRLF is the end of a line, so that no server can read an end of the letter where there is none.
    ///
    /// - Throws: ``SMTPFailure`` with code `badLetter`.
    init(message: [UInt8]) throws(SMTPFailure) {
        let lines = Self.lines(of: message)
        let header = lines.prefix { !$0.isEmpty }
        guard let sender = Self.address("From: ", in: header),
            let recipient = Self.address("To: ", in: header),
            lines.allSatisfy({ $0.count <= Self.mostLineBytes && !$0.contains(0) })
        else { throw SMTPFailure(.badLetter) }
        (self.sender, self.recipient) = (sender, recipient)
        var content: [UInt8] = []
        for line in lines {
            if line.first == UInt8(ascii: ".") { content.append(UInt8(ascii: ".")) }
            content += line
            content += [0x0D, 0x0A]
        }
        self.content = content + Array(".\r\n".utf8)
        needsUTF8 = header.contains { $0.contains { $0 >= 0x80 } }
        needs8Bit = message.contains { $0 >= 0x80 }
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

    /// An address that stands between `<` and `>` of a command without ending it; nil for any other.
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
