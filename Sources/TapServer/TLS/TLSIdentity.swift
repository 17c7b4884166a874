import NIOSSL

/// A certificate and its key: who a server is on TLS.
public struct TLSIdentity: Sendable {
    let configuration: TLSConfiguration

    /// Reads a certificate with its chain, and its key; both in PEM, the key without a passphrase.
    ///
    /// - Throws: ``TLSIdentityError`` where one of them is none, or the two do not belong together.
    public init(certificate: [UInt8], key: [UInt8]) throws(TLSIdentityError) {
        let chain = (try? NIOSSLCertificate.fromPEMBytes(certificate)) ?? []
        guard !chain.isEmpty else { throw TLSIdentityError(.noCertificate) }
        guard let key = try? NIOSSLPrivateKey(bytes: key, format: .pem) else {
            throw TLSIdentityError(.noKey)
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        // Holds the key against the certificate; the server makes its own of the same.
        guard (try? NIOSSLContext(configuration: configuration)) != nil else {
            throw TLSIdentityError(.apart)
        }
        self.configuration = configuration
    }
}

/// Why a server cannot be on TLS.
public struct TLSIdentityError: Error, Hashable, Sendable {
    /// What is in the way.
    public enum Code: String, Hashable, Sendable {
        /// There is no certificate in what was given for one.
        case noCertificate
        /// There is no private key, or one with a passphrase.
        case noKey
        /// The key is not that of the certificate.
        case apart
    }

    /// What is in the way.
    public let code: Code

    init(_ code: Code) { self.code = code }

    /// What happened.
    public var summary: String {
        switch code {
        case .noCertificate: "the certificate cannot be read"
        case .noKey: "the certificate's key cannot be read"
        case .apart: "the certificate has another key"
        }
    }

    /// Why.
    public var reason: String {
        switch code {
        case .noCertificate: "it has no block -----BEGIN CERTIFICATE-----"
        case .noKey: "it has no block -----BEGIN PRIVATE KEY-----, or one with a passphrase"
        case .apart: "the first certificate of the file was not made for this key"
        }
    }

    /// What to do next.
    public var remedy: String {
        switch code {
        case .noCertificate:
            "give the file with the server's certificate first and its chain behind it, in PEM"
        case .noKey: "give the key in PEM; `openssl pkey -in KEY -out PLAIN` takes a passphrase away"
        case .apart:
            "give the two files that were made together, and the server's certificate before its chain"
        }
    }
}
