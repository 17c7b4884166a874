public import TimeKit

/// Something wrong with a URL, its server or the response.
public enum LinkFault: Hashable, Sendable {
    // The URL.
    case malformedURL
    /// A name or an address that means the phone itself.
    case loopback(host: String)

    // The way to the server.
    /// Nothing is known about the server, because this computer has no network.
    case noNetwork
    case nameNotFound(host: String)
    /// The name servers are reachable, but those of this name do not answer.
    case lookupFailed(host: String)
    case refused(address: String?)
    case noRoute
    /// The server has a private address, and a public one led there.
    case privateAddress(String)
    /// This computer cannot send requests.
    case unavailable(reason: String)

    // TLS.
    case handshakeFailed(reason: String)
    case expired(Timestamp)
    case notYetValid(Timestamp)
    /// The server's own certificate is valid now, but one of those above it is not.
    case chainExpired
    case wrongHost(host: String, names: [String])
    case selfSigned
    case unknownIssuer(String, certificates: Int)
    case certificateRejected(reason: String)
    case expiresSoon(Timestamp, daysLeft: Int)

    // The response.
    /// The number of bytes of the body that arrived; nil if the header fields did not.
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

    // Redirects.
    case tooManyRedirects(Int)
    case redirectLoop(url: String, setsCookie: Bool)
    case unusableRedirect(String)
    case insecure(url: String)

    /// A stable name that programs compare.
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

    /// Whether phones manage in spite of it.
    public var isWarning: Bool {
        switch self {
        case .expiresSoon, .setsCookie, .insecure: true
        default: false
        }
    }

    /// Whether every URL of the same host and port has it.
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

/// A server's own certificate.
public struct LinkCertificate: Hashable, Sendable {
    /// The name of its owner, as `CN = give.example`.
    public var subject: String
    /// The name of the authority that issued it.
    public var issuer: String
    /// The host names that it is valid for.
    public var names: [String]
    /// The first moment of its validity.
    public var notBefore: Timestamp?
    /// The last moment of its validity.
    public var notAfter: Timestamp?

    /// The number of whole days until it expires; negative afterwards.
    public func daysLeft(at now: Timestamp) -> Int? {
        notAfter.map { Int(($0 - now).flooredDays) }
    }

    /// A certificate with at most so many days left is reported, because its renewal has probably failed.
    ///
    /// Certificates of 90 days are usually renewed 30 days before they expire.
    public static let fewDays = 14
}

extension Int64 {
    fileprivate var flooredDays: Int64 { self >= 0 ? self / 86_400 : (self - 86_399) / 86_400 }
}
