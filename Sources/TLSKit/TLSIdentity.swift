public import HummingbirdCore

#if TLS
    import HummingbirdTLS
    import NIOSSL
#endif

/// A server's certificate chain and its private key.
public struct TLSIdentity: Sendable {
    #if TLS
        private let configuration: TLSConfiguration
    #endif

    /// Reads a certificate chain and the private key of its first certificate.
    ///
    /// - Parameters:
    ///   - certificate: The server's certificate, followed by its chain, in PEM.
    ///   - key: The private key in PEM, without a passphrase.
    /// - Throws: ``TLSError`` if the certificate or the key cannot be read, if the key does not match the
    ///   certificate, or if the program was built without TLS support.
    public init(certificate: [UInt8], key: [UInt8]) throws(TLSError) {
        #if TLS
            let chain = (try? NIOSSLCertificate.fromPEMBytes(certificate)) ?? []
            guard !chain.isEmpty else { throw TLSError(.noCertificate) }
            guard let key = try? NIOSSLPrivateKey(bytes: key, format: .pem) else { throw TLSError(.noKey) }
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
            configuration.minimumTLSVersion = .tlsv12
            configuration.cipherSuiteValues = TLSSuites.all
            configuration.curves = [.x25519, .secp256r1, .secp384r1]
            configuration.applicationProtocols = ["http/1.1"]
            // This only checks that the key and the certificate match. The server creates its own context.
            guard (try? NIOSSLContext(configuration: configuration)) != nil else { throw TLSError(.apart) }
            self.configuration = configuration
        #else
            throw TLSError(.notBuilt)
        #endif
    }

    /// Returns a server that works like `plain`, but over TLS. Throws an error if the program was built
    /// without TLS support.
    public func secure(_ plain: HTTPServerBuilder) throws -> HTTPServerBuilder {
        #if TLS
            try .tls(plain, tlsConfiguration: configuration)
        #else
            throw TLSError(.notBuilt)
        #endif
    }
}
