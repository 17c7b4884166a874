/// The reason that an e-mail was not delivered, or could not be removed from the outbox afterwards. It never
/// contains an address, a password, or the server's text.
public struct SMTPFailure: Error, Hashable {
    /// The kind of failure.
    public enum Code: String, CaseIterable, Sendable {
        /// No connection to the server could be established.
        case unreachable
        /// The delivery took longer than the time limit.
        case timeout
        /// The connection ended before the server replied. It is unknown whether the server accepted the
        /// message.
        case cutShort
        /// The server sent an invalid or overlong reply, or data that is not a reply to any command.
        case badReply
        /// The server does not offer STARTTLS.
        case noTLS
        /// TLS could not be started, or the certificate is not valid for this host.
        case tlsFailed
        /// The server does not offer AUTH PLAIN.
        case noSignIn
        /// The server rejected the user name or the password.
        case signInRefused
        /// The server refused the connection or the sender, regardless of the particular e-mail.
        case turnedAway
        /// The server refused the e-mail. ``SMTPFailure/reply`` contains the reply code.
        case refused
        /// The e-mail is malformed. For example, an address is invalid, or a line is too long.
        case badLetter
        /// The server lacks a required extension: SMTPUTF8 if the local part of an address is not ASCII, or
        /// 8BITMIME if the text is not ASCII.
        case noUTF8
        /// The e-mail is too old to be useful.
        case tooOld
        /// The mail server accepted the e-mail, but it could not be removed from the outbox. No further
        /// attempt is made, so that the e-mail is not sent repeatedly.
        case notRemoved
        /// The delivery was canceled because this server is shutting down.
        case canceled
    }

    public let code: Code
    /// The three-digit code of the server's reply; nil if there was no reply.
    public let reply: Int?

    init(_ code: Code, reply: Int? = nil) { (self.code, self.reply) = (code, reply) }

    /// Whether no further attempt is made.
    ///
    /// This is the case if the server refused the recipient or the text with a 5xx reply (RFC 5321 §4.2.1),
    /// or if the e-mail can never be sent. It is also the case if the e-mail was sent but could not be
    /// removed from the outbox.
    public var isLasting: Bool {
        switch code {
        case .badLetter, .noUTF8, .tooOld, .notRemoved: true
        case .refused: (500...599).contains(reply ?? 0)
        default: false
        }
    }

    /// The reason, as a clause.
    public var reason: String {
        switch code {
        case .unreachable: "the mail server cannot be reached"
        case .timeout: "the mail server did not respond in time"
        case .cutShort: "the mail server closed the connection early"
        case .badReply: "the mail server's response is not valid SMTP"
        case .noTLS: "the mail server does not offer STARTTLS"
        case .tlsFailed:
            "the mail server does not support TLS, or its certificate is not trusted or is for another server"
        case .noSignIn: "the mail server does not offer AUTH PLAIN"
        case .signInRefused: "the mail server does not accept the user name and password"
        case .turnedAway:
            "the mail server refused the connection or the sender address with code \(reply ?? 0)"
        case .refused: "the mail server refused the e-mail with code \(reply ?? 0)"
        case .badLetter: "the e-mail has an invalid address or a line that is too long"
        case .noUTF8: "the address or the text needs UTF-8, which the mail server does not support"
        case .tooOld: "the e-mail is too old to be sent"
        case .notRemoved: "the e-mail was sent, but its file cannot be removed"
        case .canceled: "the server is shutting down"
        }
    }
}
