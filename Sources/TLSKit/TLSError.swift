public import FailureKit

/// The reason why TLS cannot be used.
public struct TLSError: Failure, Hashable, Sendable {
    /// The kinds of errors.
    public enum Code: String, Hashable, Sendable {
        /// The certificate file contains no valid certificate.
        case noCertificate
        /// The private key is missing, is invalid or is protected by a passphrase.
        case noKey
        /// The key does not match the certificate.
        case apart
        /// The program was built without TLS support.
        case notBuilt
    }

    /// The code that identifies the kind of error.
    public let code: Code

    init(_ code: Code) { self.code = code }

    /// A clause that describes what happened.
    public var summary: String {
        switch code {
        case .noCertificate: "the certificate cannot be read"
        case .noKey: "the certificate's key cannot be read"
        case .apart: "the certificate does not match the key"
        case .notBuilt: "this build does not support TLS"
        }
    }

    /// A clause that explains the cause.
    public var reason: String {
        switch code {
        case .noCertificate: "the file contains no valid -----BEGIN CERTIFICATE----- block"
        case .noKey:
            "the file contains no valid -----BEGIN PRIVATE KEY----- block, or the key has a passphrase"
        case .apart: "the first certificate in the file does not match this key"
        case .notBuilt:
            "this program was built with TAPCTL_TLS=off, which scripts/demo and scripts/serve use to save time"
        }
    }

    /// The next step for the user.
    public var remedy: String {
        switch code {
        case .noCertificate:
            "use a PEM file that contains the server's certificate, followed by its chain"
        case .noKey: "use a key in PEM format; `openssl pkey -in KEY -out PLAIN` removes a passphrase"
        case .apart:
            "use a certificate and a key that belong together, with the server's certificate before its chain"
        case .notBuilt: "build the program again with `swift build`, or install the package"
        }
    }
}

extension TLSError {
    /// The stable code that programs compare.
    public var failureCode: String { code.rawValue }

    /// The error's category: a wrong configuration.
    public var category: FailureCategory { .configuration }
}
