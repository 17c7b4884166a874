import Foundation

/// The client's side of an SMTP session that delivers one e-mail, as a state machine. Its input is the
/// server's reply, and its output is the client's next action.
///
/// Source: RFC 5321 §3.1 to §3.3, §4.1.1; RFC 3207 §4 (STARTTLS); RFC 4954 §4 (AUTH) with RFC 4616 (PLAIN).
struct SMTPDialogue {
    /// The client's next action.
    enum Action: Hashable {
        /// Send these bytes, and wait for the reply.
        case send([UInt8])
        /// Start TLS, then call ``SMTPDialogue/secured()``.
        case beginTLS
        /// Send QUIT and close the connection. The server has accepted the e-mail.
        case delivered
        /// Close the connection. The server has not accepted the e-mail.
        case failed(SMTPFailure)
    }

    /// The current step of the session, named after the reply that the client expects next.
    private enum Step: Hashable {
        case greeting, hello, startTLS, handshake, signIn, sender, recipient, data, content, end
    }

    /// The `QUIT` command as it is sent.
    static let quit = Array("QUIT\r\n".utf8)

    private var envelope: SMTPEnvelope
    private let account: SMTPRelay.Account?
    /// Whether TLS still has to start before any data of the e-mail is sent.
    private var wantsTLS: Bool
    private var step = Step.greeting
    private var extensions: [[String]] = []

    /// Creates the SMTP session for one e-mail.
    ///
    /// - Parameter wantsTLS: Whether STARTTLS is required. If so, the client sends only EHLO before TLS
    ///   starts.
    init(_ envelope: SMTPEnvelope, account: SMTPRelay.Account?, wantsTLS: Bool) {
        (self.envelope, self.account, self.wantsTLS) = (envelope, account, wantsTLS)
    }

    /// Returns the next action after a reply.
    mutating func hear(_ reply: SMTPReply) -> Action {
        switch (step, reply.code) {
        case (.greeting, 220): return hello()
        case (.hello, 250):
            extensions = reply.lines.dropFirst().map {
                $0.uppercased().split(separator: " ").map(String.init)
            }
            return afterHello()
        case (.startTLS, 220):
            step = .handshake
            return .beginTLS
        case (.signIn, 235): return mail()
        case (.sender, 250): return say("RCPT TO:<\(envelope.recipient)>", .recipient)
        case (.recipient, 250), (.recipient, 251): return say("DATA", .data)
        case (.data, 354):
            step = .content
            return .send(envelope.content)
        case (.content, 200...299):
            step = .end
            return .delivered
        default: return refused(reply.code)
        }
    }

    /// Returns the next action after TLS has started. The extensions that the server announced before TLS are
    /// discarded (RFC 3207 §4.2).
    mutating func secured() -> Action {
        guard step == .handshake else { return fail(.badReply) }
        wantsTLS = false
        extensions = []
        return hello()
    }

    private mutating func hello() -> Action {
        let domain = envelope.sender.split(separator: "@").last.map(String.init) ?? ""
        let isASCII = domain.utf8.allSatisfy { $0 < 0x80 }
        return say("EHLO \(isASCII ? domain : "localhost")", .hello)
    }

    private mutating func afterHello() -> Action {
        if wantsTLS {
            return offers("STARTTLS") ? say("STARTTLS", .startTLS) : fail(.noTLS)
        }
        guard let account else { return mail() }
        guard offers("AUTH", "PLAIN") else { return fail(.noSignIn) }
        let secret = Data("\0\(account.user)\0\(account.password)".utf8).base64EncodedString()
        return say("AUTH PLAIN \(secret)", .signIn)
    }

    private mutating func mail() -> Action {
        if envelope.needsUTF8, !offers("SMTPUTF8") {
            guard let ascii = envelope.ascii else { return fail(.noUTF8) }
            envelope = ascii
        }
        guard !envelope.needs8Bit || offers("8BITMIME") else { return fail(.noUTF8) }
        let body = envelope.needs8Bit ? " BODY=8BITMIME" : ""
        return say("MAIL FROM:<\(envelope.sender)>\(body)\(envelope.needsUTF8 ? " SMTPUTF8" : "")", .sender)
    }

    /// Returns whether the server has announced an extension with this name and, if given, this parameter.
    private func offers(_ name: String, _ parameter: String? = nil) -> Bool {
        extensions.contains { words in
            words.first == name && (parameter.map(words.dropFirst().contains) ?? true)
        }
    }

    private mutating func refused(_ code: Int) -> Action {
        switch step {
        case .signIn: fail(.signInRefused, reply: code)
        case .greeting, .hello, .startTLS, .sender: fail(.turnedAway, reply: code)
        case .handshake, .end: fail(.badReply)
        default: fail(code < 400 ? .badReply : .refused, reply: code)
        }
    }

    private mutating func fail(_ code: SMTPFailure.Code, reply: Int? = nil) -> Action {
        step = .end
        return .failed(SMTPFailure(code, reply: reply))
    }

    private mutating func say(_ command: String, _ next: Step) -> Action {
        step = next
        return .send(Array("\(command)\r\n".utf8))
    }
}
