#if TLS
    import NIOSSL

    /// The TLS 1.2 cipher suites that this program's servers and clients use, strongest first. All of them
    /// provide forward secrecy and authenticated encryption, as all TLS 1.3 suites do.
    ///
    /// Source: RFC 9325 §4.2.
    enum TLSSuites {
        static let all: [NIOTLSCipher] = [
            .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
            .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
            .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
        ]
    }
#endif
