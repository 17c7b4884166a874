/// Why a letter was not taken by a mail server; never an address, a password, or what the server wrote.
public struct SMTPFailure: Error, Hashable, Sendable {
    /// The kind of failure.
    public enum Code: String, CaseIterable, Hashable, Sendable {
        /// Nobody answers there.
        case unreachable
        /// The server takes longer than it has.
        case timeout
        /// The connection ended early; whether the server accepted the message is unknown.
        case cutShort
        /// The server sent something that is not a reply, is too long, or was not requested.
        case badReply
        /// The server does not offer STARTTLS.
        case noTLS
        /// TLS was not agreed on, or the certificate is not one of this host.
        case tlsFailed
        /// The server does not offer AUTH PLAIN.
        case noSignIn
        /// The server does not accept user and password.
        case signInRefused
        /// The server refused connection, sign-in or sender: that says nothing about the letter.
        case turnedAway
        /// The server refused the letter; `reply` says how.
        case refused
        /// The letter cannot be sent as it is: no address, or lines too long.
        case badLetter
        /// The server does not support SMTPUTF8, and the part of an address before the `@` is not ASCII; or it does not
        /// support 8BITMIME, and the text is not ASCII.
        case noUTF8
        /// It waited for so long that what it says counts no more.
        case tooOld
        /// The server took it, and its file stays: it would be sent again and again.
        case notRemoved
        /// The server is being ended.
        case canceled
    }

    /// The kind of failure.
    public let code: Code
    /// The three digits that the server answered; nil where it answered nothing.
    public let reply: Int?

    init(_ code: Code, reply: Int? = nil) { (self.code, self.reply) = (code, reply) }

    /// The same letter would meet the same again: 5xx for its recipient or text, or it cannot be sent at all (RFC 5321
    /// §4.2.1).
    public var isLasting: Bool {
        switch code {
        case .badLetter, .noUTF8, .tooOld, .notRemoved: true
        case .refused: (500...599).contains(reply ?? 0)
        default: false
        }
    }

    /// Why, in a sentence.
    public var reason: String {
        switch code {
        case .unreachable: "the mail server cannot be reached"
        case .timeout: "the mail server takes too long"
        case .cutShort: "the mail server closed the connection"
        case .badReply: "the mail server's response is not valid SMTP"
        case .noTLS: "the mail server does not offer STARTTLS"
        case .tlsFailed: "the mail server's certificate does not match its name, or it does not support TLS"
        case .noSignIn: "the mail server does not offer AUTH PLAIN"
        case .signInRefused: "the mail server does not accept the user name and password"
        case .turnedAway: "the mail server refused the connection with \(reply ?? 0)"
        case .refused: "the mail server responded with \(reply ?? 0)"
        case .badLetter: "the e-mail cannot be sent in this form"
        case .noUTF8: "the address or the text needs UTF-8, which the mail server does not support"
        case .tooOld: "the e-mail has waited too long"
        case .notRemoved: "the e-mail was sent, but its file cannot be removed"
        case .canceled: "the server is shutting down"
        }
    }
}
