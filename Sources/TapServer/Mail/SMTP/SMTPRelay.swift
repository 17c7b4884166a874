public import TLSKit

/// The mail server to which e-mails are delivered, and the settings for its connection.
public struct SMTPRelay: Sendable {
    /// The encryption of the connection.
    public enum Security: String, CaseIterable, Sendable {
        /// The connection uses TLS from its start.
        case tls
        /// The connection switches to TLS with STARTTLS before any data of the e-mail is sent. If the server
        /// does not offer STARTTLS, nothing is sent.
        case startTLS = "starttls"
        /// The connection is not encrypted. This is allowed only for a server on this machine.
        case none

        /// The default port (RFC 8314 §3.3, RFC 6409 §3.1).
        public var port: Int {
            switch self {
            case .tls: 465
            case .startTLS: 587
            case .none: 25
            }
        }
    }

    /// The user name and password for the mail server.
    public struct Account: Hashable, Sendable {
        let user: String
        let password: String

        /// Creates an account. Returns nil if the user name or the password is empty or contains NUL (RFC
        /// 4616 §2).
        public init?(user: String, password: String) {
            guard ![user, password].contains(where: { $0.isEmpty || $0.utf8.contains(0) }) else { return nil }
            (self.user, self.password) = (user, password)
        }
    }

    let host: String
    let port: Int
    let security: Security
    let account: Account?
    let tls: TLSTrust?
    /// The time limit for delivering one message, in seconds.
    let seconds: Int64

    /// Creates the settings of a mail server.
    ///
    /// - Parameters:
    ///   - authorities: Certificates in PEM format that are trusted instead of the system's; nil to trust the
    ///     system's certificates.
    ///   - seconds: The time limit for delivering one message, including the connection. A server can take
    ///     ten minutes to accept a message (RFC 5321 §4.5.3.2.6). With a shorter limit, a message can be
    ///     delivered twice.
    /// - Throws: `TLSError` with code `noCertificate` if `authorities` contains no certificate.
    public init(
        host: String, port: Int, security: Security, account: Account? = nil, authorities: [UInt8]? = nil,
        seconds: Int64 = 660
    ) throws(TLSError) {
        (self.host, self.port, self.security, self.account) = (host, port, security, account)
        self.seconds = seconds
        tls = security == .none && authorities == nil ? nil : try TLSTrust(authorities: authorities)
    }
}
