public import NIOCore

#if TLS
    import NIOSSL
    import NIOTLS
#endif

/// The certificate authorities that a client trusts to verify servers.
public struct TLSTrust: Sendable {
    #if TLS
        private let context: NIOSSLContext
    #endif

    /// Creates a configuration that fully verifies certificates and requires TLS 1.2 or later.
    ///
    /// - Parameter authorities: Certificates in PEM that are trusted instead of the system's certificates, or
    ///   nil to trust the system's certificates.
    /// - Throws: ``TLSError``: `noCertificate` if `authorities` contains no valid certificate; `notBuilt` if
    ///   the program was built without TLS.
    public init(authorities: [UInt8]?) throws(TLSError) {
        #if TLS
            var configuration = TLSConfiguration.makeClientConfiguration()
            configuration.minimumTLSVersion = .tlsv12
            configuration.cipherSuiteValues = TLSSuites.all
            configuration.certificateVerification = .fullVerification
            if let authorities {
                let trusted = (try? NIOSSLCertificate.fromPEMBytes(authorities)) ?? []
                guard !trusted.isEmpty else { throw TLSError(.noCertificate) }
                configuration.trustRoots = .certificates(trusted)
            }
            guard let context = try? NIOSSLContext(configuration: configuration) else {
                throw TLSError(.noCertificate)
            }
            self.context = context
        #else
            throw TLSError(.notBuilt)
        #endif
    }

    /// Adds TLS as the first handler of a client's connection. The server's certificate must be valid for
    /// `host`, which is a host name or an IP address.
    ///
    /// - Throws: An error if the handler cannot be added, or if the program was built without TLS.
    public func secure(_ pipeline: ChannelPipeline.SynchronousOperations, host: String) throws {
        #if TLS
            let isAddress = (try? SocketAddress(ipAddress: host, port: 0)) != nil
            let handler = try NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : host)
            try pipeline.addHandler(handler, position: .first)
        #else
            throw TLSError(.notBuilt)
        #endif
    }

    /// Returns whether a connection's event reports a completed TLS handshake.
    public static func isHandshakeDone(_ event: Any) -> Bool {
        #if TLS
            if case .handshakeCompleted? = event as? TLSUserEvent { return true }
        #endif
        return false
    }

    /// Returns whether TLS caused a connection error, for example because the certificate is invalid or the
    /// peer does not use TLS.
    public static func isTLSError(_ error: any Error) -> Bool {
        #if TLS
            error is NIOSSLError || error is BoringSSLError || error is NIOSSLExtraError
        #else
            false
        #endif
    }
}
