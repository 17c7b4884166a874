import COpenSSL

/// The OpenSSL that this process has loaded.
public enum OpenSSL {
    /// Its version, such as `3.0.17`.
    public static var version: String { String(cString: OpenSSL_version(OPENSSL_VERSION_STRING)) }
}
