import Foundation

/// The settings for the connection that a request uses.
public struct HTTPConnection: Hashable, Sendable {
    /// The path of a PEM file with the certificates to trust, or nil to trust the system's certificates.
    public var authorities: String?
    /// The `HOST:PORT` to connect to, instead of the host and port in the URL. The certificate must still be
    /// valid for the host in the URL.
    public var connectTo: String?
    /// The maximum time for connecting. If nil, only the time limit for the whole request applies.
    public var connectTimeout: Duration?
    /// Whether requests to private addresses are allowed. If false, a request to a private address fails
    /// before it is sent.
    public var permitsPrivateAddresses = true

    /// Creates the default settings: the system's certificate authorities, the host and port of the request's
    /// URL, and no restriction on addresses.
    public init() {}
}

/// The server at the other end of a connection.
public struct HTTPPeer: Hashable, Sendable {
    /// The server's IP address.
    public var address: String?
    /// The certificates that the server sent, starting with the server's own certificate. Empty if the
    /// connection does not use TLS. Can also be empty if the certificate was rejected.
    public var certificates: [HTTPCertificate] = []
    /// The result of verifying the certificates. 0 means success.
    ///
    /// Source: OpenSSL, X509_STORE_CTX_get_error(3). Other TLS libraries report only 0 and 1.
    public var verification = 0
}

/// A certificate that a server sent. The certificate may be invalid.
public struct HTTPCertificate: Hashable, Sendable {
    /// The name of the certificate's owner, such as `CN = give.example`.
    public var subject = ""
    /// The name of the authority that issued the certificate.
    public var issuer = ""
    /// The certificate's subject alternative names, usually host names. Empty if libcurl does not report
    /// them.
    public var names: [String] = []
    /// The start of the validity period, in seconds since 1970. Nil if the start is unknown.
    public var notBefore: Int64?
    /// The last second of the validity period, in seconds since 1970. Nil if it is unknown.
    public var notAfter: Int64?

    /// Creates an empty certificate.
    public init() {}

    /// Creates a certificate from the fields that libcurl reports, which have the form `NAME:VALUE`.
    public init(fields: [String]) {
        for field in fields {
            guard let colon = field.firstIndex(of: ":") else { continue }
            let value = String(field[field.index(after: colon)...])
            switch field[..<colon] {
            case "Subject": subject = value
            case "Issuer": issuer = value
            case "Start date": notBefore = Self.seconds(value)
            case "Expire date": notAfter = Self.seconds(value)
            case "X509v3 Subject Alternative Name":
                names = value.split(separator: ",").compactMap { part in
                    let part = part.drop { $0 == " " }
                    return part.firstIndex(of: ":").map { String(part[part.index(after: $0)...]) }
                }
            default: break
            }
        }
    }

    /// Parses a time such as `Jan  1 00:00:00 2021 GMT` (from libcurl with OpenSSL) or
    /// `2021-01-01 00:00:00 GMT` (with GnuTLS).
    ///
    /// - Returns: The number of seconds since 1970, or nil for any other text.
    static func seconds(_ text: String) -> Int64? {
        let words = text.split { " -:".contains($0) }
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard words.count == 7, words[6] == "GMT" else { return nil }
        var numbers = words.map { Int32($0) }
        if let month = months.firstIndex(of: String(words[0])) {
            numbers = [numbers[5], Int32(month) + 1, numbers[1]] + numbers[2...4]
        }
        let parts = numbers.prefix(6).compactMap(\.self)
        let ranges: [ClosedRange<Int32>] = [1...9999, 1...12, 1...31, 0...24, 0...59, 0...60]
        guard parts.count == 6, zip(ranges, parts).allSatisfy({ $0.contains($1) }) else { return nil }
        var time = tm()
        time.tm_year = parts[0] - 1900
        time.tm_mon = parts[1] - 1
        (time.tm_mday, time.tm_hour, time.tm_min, time.tm_sec) = (parts[2], parts[3], parts[4], parts[5])
        return Int64(timegm(&time))
    }
}
