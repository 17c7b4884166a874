import DataFolderKit
import Documents
import FailureKit
import TLSKit

/// The TLS certificate of the pages, as set in the configuration.
enum ServedTLS {
    /// The maximum size of a certificate or key file in bytes.
    private static let mostFileBytes = 1 << 20

    /// Returns the certificate with its key; nil if no certificate or no key is configured.
    ///
    /// - Throws: An error with exit code 66 if a file cannot be read, 77 if other users can read the key, or
    ///   78 if a file's content is invalid or the program was built without TLS.
    static func identity(_ configuration: ServeConfiguration) throws -> TLSIdentity? {
        guard let certificate = configuration.text(.tlsCertificate), let key = configuration.text(.tlsKey)
        else {
            return nil
        }
        let (chain, secret) = (try read(certificate, Input.read), try read(key, Input.readPrivate))
        do {
            return try TLSIdentity(certificate: chain, key: secret)
        } catch  where error.code == .notBuilt {
            throw Self.notBuilt(error)
        } catch {
            let path = error.code == .noKey ? key : certificate
            throw CommandError(
                .configuration, code: "badCertificate", "\(path): \(error.summary)", reason: error.reason,
                remedy: error.remedy)
        }
    }

    /// Returns the error for a configuration that requires TLS although the program was built without TLS.
    static func notBuilt(_ error: TLSError) -> CommandError {
        CommandError(
            .configuration, code: "noTLS", error.summary, reason: error.reason, remedy: error.remedy)
    }

    private static func read(
        _ path: String, _ reading: (String, Int) throws -> [UInt8]
    ) throws -> [UInt8] {
        do {
            return try reading(path, mostFileBytes)
        } catch let error as CommandError where error.code == "limitExceeded" {
            throw CommandError(
                .configuration, code: "badCertificate", "\(path) is too large for a certificate or a key",
                reason: "the file has more than \(mostFileBytes) bytes",
                remedy: "use a smaller file in PEM format")
        }
    }
}
