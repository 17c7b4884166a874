/// A mail server's reply: three digits, and a text for people and extensions.
///
/// Source: RFC 5321 §4.2.
struct SMTPReply: Hashable, Sendable {
    /// The reply code, 200...599. A client's next action depends only on it.
    var code: Int
    /// The text of each line. They may contain an address, and are never logged.
    var lines: [String]
}

/// Parses the replies in a connection's data, which may arrive in pieces of any size.
struct SMTPReplyReader: Sendable {
    /// The maximum length of a line in bytes, without its line end: twice the limit of RFC 5321 §4.5.3.1.5.
    static let mostLineBytes = 1024
    /// The maximum number of lines of a reply. A server sends one for each extension.
    static let mostLines = 100

    private var line: [UInt8] = []
    private var open: SMTPReply?

    /// Whether nothing follows the last reply. Data left over before TLS begins was injected by a third party.
    var isEmpty: Bool { line.isEmpty && open == nil }

    /// Reads data, and returns the replies that it completes.
    ///
    /// - Throws: ``SMTPFailure`` with code `badReply` if the data is not a reply or exceeds the limits.
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

    /// Reads a line. A line `250-text` is followed by more lines; `250 text` and `250` end a reply.
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
