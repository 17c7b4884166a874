public import FailureKit

/// The reason why TLS cannot be used.
public struct TLSError: Failure, Hashable, Sendable {
    /// The kinds of error.
    public enum Code: String, Hashable, Sendable {
        /// The certificate file contains no certificate.
        case noCertificate
        /// The private key is missing, or has a passphrase.
        case noKey
        /// The key does not belong to the certificate.
        case apart
        /// The program was built without TLS.
        case notBuilt
    }

    /// The kind of error.
    public let code: Code

    init(_ code: Code) { self.code = code }

    /// A clause that says what happened.
    public var summary: String {
        switch code {
        case .noCertificate: "the certificate cannot be read"
        case .noKey: "the certificate's key cannot be read"
        case .apart: "the certificate has another key"
        case .notBuilt: "this build has no TLS"
        }
    }

    /// The cause.
    public var reason: String {
        switch code {
        case .noCertificate: "it has no block -----BEGIN CERTIFICATE-----"
        case .noKey: "it has no block -----BEGIN PRIVATE KEY-----, or one with a passphrase"
        case .apart: "the first certificate of the file was not made for this key"
        case .notBuilt: "it was built with TAPCTL_TLS=off; scripts/demo and scripts/serve do so to save time"
        }
    }

    /// The next step.
    public var remedy: String {
        switch code {
        case .noCertificate:
            "use a PEM file that contains the server's certificate first, followed by its chain"
        case .noKey: "use a key in PEM format; `openssl pkey -in KEY -out PLAIN` removes a passphrase"
        case .apart:
            "use the certificate and the key that belong together, with the server's certificate before its chain"
        case .notBuilt: "build it again with `swift build`, or install the package"
        }
    }
}

extension TLSError {
    /// The stable error code.
    public var failureCode: String { code.rawValue }

    /// The kind of failure.
    public var category: FailureCategory { .configuration }
}
