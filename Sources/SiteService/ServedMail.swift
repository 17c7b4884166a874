import DataFolderKit
import Documents
import FailureKit
import TLSKit
import TapServer

/// The mail server that takes e-mails, as it was configured.
enum ServedMail {
    /// Octets of a password's file at most; of a file of certificates 256 times as many.
    private static let mostPasswordBytes = 4 << 10

    /// - Returns: nil where none is configured.
    /// - Throws: exit 66 where a file cannot be read, 78 where it is not what it should be.
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
                remedy: "name a file of certificates in PEM")
        }
    }

    /// The password is the file's first line.
    private static func account(_ configuration: ServeConfiguration) throws -> SMTPRelay.Account? {
        guard let user = configuration.text(.smtpUser), let path = configuration.text(.smtpPassword) else {
            return nil
        }
        let content = try Input.read(path, limit: mostPasswordBytes)
        let line = content.prefix { $0 != 0x0A && $0 != 0x0D }
        guard let account = SMTPRelay.Account(user: user, password: String(decoding: line, as: UTF8.self))
        else {
            throw CommandError(
                .configuration, code: "badPassword", "\(path) holds no password",
                reason: "its first line is empty or holds a NUL",
                remedy: "write the password as its first line")
        }
        return account
    }
}
