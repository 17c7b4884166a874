import DataFolderKit
import Documents
import FailureKit
import TLSKit
import TapServer

/// The mail server that relays the server's e-mails, as set in the configuration.
enum ServedMail {
    /// The maximum size of a password file in bytes. For a certificate file, the maximum is 256 times as
    /// large.
    private static let mostPasswordBytes = 4 << 10

    /// Returns the mail server; nil if none is configured.
    ///
    /// - Throws: An error with exit code 66 if a file cannot be read, 77 if other users can read the password
    ///   file, or 78 if a file's content is invalid or the program was built without TLS.
    static func relay(_ configuration: ServeConfiguration) throws -> SMTPRelay? {
        guard let host = configuration.text(.smtpHost) else { return nil }
        let security = configuration.mailSecurity
        let authorities = try configuration.text(.smtpAuthorities).map { path in
            try Input.read(path, limit: mostPasswordBytes << 8)
        }
        do {
            return try SMTPRelay(
                host: host, port: configuration.number(.smtpPort).map { Int($0) } ?? security.port,
                security: security, account: try account(configuration), authorities: authorities)
        } catch let error as TLSError where error.code == .notBuilt {
            throw ServedTLS.notBuilt(error)
        } catch let error as TLSError {
            throw CommandError(
                .configuration, code: "badCertificate",
                "\(configuration.text(.smtpAuthorities) ?? host): \(error.summary)", reason: error.reason,
                remedy: "use a file with certificates in PEM format")
        }
    }

    /// Returns the account for signing in to the mail server; nil if no user or no password file is
    /// configured. The password is the first line of the file.
    private static func account(_ configuration: ServeConfiguration) throws -> SMTPRelay.Account? {
        guard let user = configuration.text(.smtpUser), let path = configuration.text(.smtpPassword) else {
            return nil
        }
        let content = try Input.readPrivate(path, limit: mostPasswordBytes)
        let line = content.prefix { $0 != 0x0A && $0 != 0x0D }
        guard let account = SMTPRelay.Account(user: user, password: String(decoding: line, as: UTF8.self))
        else {
            throw CommandError(
                .configuration, code: "badPassword", "\(path) contains no valid password",
                reason: "the first line of the file is empty or contains a NUL character",
                remedy: "write the password as the first line of the file")
        }
        return account
    }
}
