public import TimeKit

/// A problem with a URL, its server or the response.
public enum LinkFault: Hashable, Sendable {
    // Faults of the URL.
    case malformedURL
    /// The URL's host, such as `localhost`, refers to the phone itself.
    case loopback(host: String)

    // Faults of the connection to the server.
    /// This computer has no network connection, so the server could not be checked.
    case noNetwork
    case nameNotFound(host: String)
    /// Name servers are reachable, but they could not determine the address of this host.
    case lookupFailed(host: String)
    case refused(address: String?)
    case noRoute
    /// A URL with a public address redirects to a server with a private address.
    case privateAddress(String)
    /// This computer cannot send requests.
    case unavailable(reason: String)

    // Faults of TLS.
    case handshakeFailed(reason: String)
    case expired(Timestamp)
    case notYetValid(Timestamp)
    /// The server's own certificate is valid now, but another certificate in its chain is not.
    case chainExpired
    case wrongHost(host: String, names: [String])
    case selfSigned
    case unknownIssuer(String, certificates: Int)
    case certificateRejected(reason: String)
    case expiresSoon(Timestamp, daysLeft: Int)

    // Faults of the response.
    /// No complete response arrived in time. `receivedBytes` is the number of body bytes received, or nil if
    /// the header fields did not arrive.
    case timedOut(milliseconds: Int, receivedBytes: Int?)
    case connectionClosed(receivedBytes: Int?)
    case notHTTP(reason: String)
    case tooLarge(limit: Int)
    case headersTooLarge
    case status(Int)
    case redirect(status: Int, to: String?)
    case contentType(String?)
    case contentEncoding(String)
    case setsCookie

    // Faults of redirects.
    case tooManyRedirects(Int)
    case redirectLoop(url: String, setsCookie: Bool)
    case unusableRedirect(String)
    case insecure(url: String)

    /// The fault's code. Codes are stable, so programs can compare them.
    public var code: String {
        switch self {
        case .malformedURL: "malformedURL"
        case .loopback: "loopback"
        case .noNetwork: "noNetwork"
        case .nameNotFound: "nameNotFound"
        case .lookupFailed: "lookupFailed"
        case .refused: "refused"
        case .noRoute: "noRoute"
        case .privateAddress: "privateAddress"
        case .unavailable: "unavailable"
        case .handshakeFailed: "handshakeFailed"
        case .expired: "certificateExpired"
        case .notYetValid: "certificateNotYetValid"
        case .chainExpired: "chainExpired"
        case .wrongHost: "wrongHost"
        case .selfSigned: "selfSigned"
        case .unknownIssuer: "unknownIssuer"
        case .certificateRejected: "certificateRejected"
        case .expiresSoon: "certificateExpiresSoon"
        case .timedOut: "timedOut"
        case .connectionClosed: "connectionClosed"
        case .notHTTP: "notHTTP"
        case .tooLarge: "tooLarge"
        case .headersTooLarge: "headersTooLarge"
        case .status: "wrongStatus"
        case .redirect: "redirect"
        case .contentType: "wrongContentType"
        case .contentEncoding: "contentEncoding"
        case .setsCookie: "setsCookie"
        case .tooManyRedirects: "tooManyRedirects"
        case .redirectLoop: "redirectLoop"
        case .unusableRedirect: "unusableRedirect"
        case .insecure: "insecure"
        }
    }

    /// Whether phones open the URL despite the fault.
    public var isWarning: Bool {
        switch self {
        case .expiresSoon, .setsCookie, .insecure: true
        default: false
        }
    }

    /// Whether the fault applies to every URL with the same host and port.
    public var isOfServer: Bool {
        switch self {
        case .loopback, .noNetwork, .nameNotFound, .lookupFailed, .refused, .noRoute, .privateAddress,
            .unavailable, .handshakeFailed, .expired, .notYetValid, .chainExpired, .wrongHost, .selfSigned,
            .unknownIssuer, .certificateRejected, .expiresSoon:
            true
        default: false
        }
    }
}

/// The certificate of a server, without the other certificates in its chain.
public struct LinkCertificate: Hashable, Sendable {
    /// The name of the certificate's owner, such as `CN = give.example`.
    public var subject: String
    /// The name of the authority that issued the certificate.
    public var issuer: String
    /// The host names that the certificate is valid for.
    public var names: [String]
    /// The start of the validity period, or nil if it is unknown.
    public var notBefore: Timestamp?
    /// The end of the validity period, or nil if it is unknown.
    public var notAfter: Timestamp?

    /// Returns the number of whole days until the certificate expires. The number is negative if the
    /// certificate has expired. Returns nil if the end of the validity period is unknown.
    public func daysLeft(at now: Timestamp) -> Int? {
        notAfter.map { Int(($0 - now).flooredDays) }
    }

    /// Returns a warning if the certificate has at most 14 whole days left. In this case, its renewal has
    /// probably failed.
    ///
    /// A 90-day certificate is usually renewed 30 days before it expires.
    func expiryWarning(at now: Timestamp) -> LinkFault? {
        guard let notAfter, let days = daysLeft(at: now), days <= 14 else { return nil }
        return .expiresSoon(notAfter, daysLeft: days)
    }
}

extension Int64 {
    fileprivate var flooredDays: Int64 { self >= 0 ? self / 86_400 : (self - 86_399) / 86_400 }
}
