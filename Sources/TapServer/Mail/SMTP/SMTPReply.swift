/// A mail server's reply: a three-digit code with text. The text is for people, or announces extensions.
///
/// Source: RFC 5321 §4.2.
struct SMTPReply: Hashable {
    /// The reply code, 200...599. The client's next action depends only on this code, and on the extensions
    /// in the reply to EHLO.
    var code: Int
    /// The text of each line. A line can contain an address, so lines are never logged.
    var lines: [String]
}

/// A parser for replies from a connection. The bytes can arrive in chunks of any size.
struct SMTPReplyReader {
    /// The maximum length of a line in bytes, excluding its line end: twice the limit of RFC 5321 §4.5.3.1.5.
    static let mostLineBytes = 1024
    /// The maximum number of lines in a reply. A server sends one line for each extension that it supports.
    static let mostLines = 100

    private var line: [UInt8] = []
    private var open: SMTPReply?

    /// Whether no bytes follow the last complete reply. Bytes that arrive before TLS starts may have been
    /// injected by a third party.
    var isEmpty: Bool { line.isEmpty && open == nil }

    /// Reads bytes that were received. Returns the replies that are now complete.
    ///
    /// - Throws: ``SMTPFailure`` with code `badReply` if the bytes are not a reply or exceed the limits.
    mutating func read(_ bytes: some Sequence<UInt8>) throws(SMTPFailure) -> [SMTPReply] {
        var replies: [SMTPReply] = []
        for byte in bytes {
            guard byte == 0x0A else {
                guard line.count < Self.mostLineBytes else { throw SMTPFailure(.badReply) }
                line.append(byte)
                continue
            }
            if line.last == 0x0D { line.removeLast() }
            if let reply = try take(line) { replies.append(reply) }
            line.removeAll(keepingCapacity: true)
        }
        return replies
    }

    /// Parses a line of a reply. After the last line of the reply, such as `250 text` or `250`, returns the
    /// whole reply. After any other line, such as `250-text`, returns nil.
    private mutating func take(_ line: [UInt8]) throws(SMTPFailure) -> SMTPReply? {
        let digits = line.prefix(3)
        guard digits.count == 3, digits.allSatisfy({ (0x30...0x39).contains($0) }),
            let code = Int(String(decoding: digits, as: UTF8.self)), (200...599).contains(code),
            line.count == 3 || line[3] == UInt8(ascii: " ") || line[3] == UInt8(ascii: "-"),
            open == nil || open?.code == code
        else { throw SMTPFailure(.badReply) }
        var reply = open ?? SMTPReply(code: code, lines: [])
        reply.lines.append(String(decoding: line.dropFirst(4), as: UTF8.self))
        guard reply.lines.count <= Self.mostLines else { throw SMTPFailure(.badReply) }
        let goesOn = line.count > 3 && line[3] == UInt8(ascii: "-")
        open = goesOn ? reply : nil
        return goesOn ? nil : reply
    }
}
