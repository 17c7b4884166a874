import CurlClient
import Foundation
public import TimeKit

/// A client that opens URLs as a phone does on its first visit: without cookies, and with every certificate
/// verified.
public struct LinkProbe: Sendable {
    /// The limits of a probe.
    public struct Limits: Hashable, Sendable {
        /// The maximum time for looking up a host name.
        public var lookup = Duration.seconds(3)
        /// The maximum time for connecting, including TLS.
        public var connect = Duration.seconds(5)
        /// The maximum time for opening a URL, including redirects.
        public var total = Duration.seconds(10)
        /// The maximum size of a file, in bytes.
        public var fileBytes = 128 << 10
        /// The maximum number of redirects.
        public var redirects = 10
    }

    /// A response, with the details of the server that sent it.
    public struct Response: Hashable, Sendable {
        /// The status, 200...599.
        public var status: Int
        /// The value of the `Content-Type` header field, or nil if it is missing.
        public var contentType: String?
        /// The value of the `Content-Encoding` header field, or nil if it is missing.
        var contentEncoding: String?
        /// The absolute URL to which the response redirects, or nil if the response is not a redirect.
        var redirectURL: String?
        /// Whether the response has a `Set-Cookie` header field.
        var setsCookie = false
        /// The body. Empty unless it was requested.
        public var body: [UInt8] = []
        /// A fault that occurred while an unrequested body was read and discarded; nil if no fault occurred.
        var bodyFault: LinkFault?
        /// The IP address of the server, or nil if it is unknown.
        public var address: String?
        /// The server's certificate, or nil if the connection does not use TLS.
        public var certificate: LinkCertificate?
    }

    enum Outcome: Hashable, Sendable {
        case response(Response)
        /// No complete response was received. `certificate` is the server's certificate, even if it was
        /// rejected.
        case failed([LinkFault], certificate: LinkCertificate? = nil)
    }

    /// The time and size limits of the probe.
    public var limits = Limits()
    /// The path of a PEM file whose certificates are trusted instead of the system's authorities.
    public var authorities: String?
    /// The `HOST:PORT` to connect to instead of the host and port in each URL. Nil to connect to the host and
    /// port in the URL.
    public var connectTo: String?
    /// Whether ``connectTo`` is the only server that the probe contacts.
    public var isOffline = false
    /// The value of the `User-Agent` header field.
    public var userAgent = "tapctl"
    /// The function that looks up a host name within a time limit.
    var lookup: @Sendable (String, _ limit: Duration) async -> NameLookup.Result = NameLookup.system
    /// The function that returns whether this computer has a network connection. The probe calls it if a
    /// server does not respond.
    var hasNetwork: @Sendable (_ limit: Duration) async -> Bool = NameLookup.hasNetwork
    /// The clock, which is used to check the validity of certificates.
    public var now: @Sendable () -> Timestamp
    private let client: HTTPClient

    /// Creates a probe with the system's certificate authorities and name resolver.
    public init(now: @escaping @Sendable () -> Timestamp) {
        self.now = now
        client = HTTPClient()
    }

    /// Opens a URL once, without following a redirect.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - deadline: The time by which the response must be complete.
    ///   - keepsBody: True to return the body, up to the size limit of a file. If false, at most 64 KiB of
    ///     the body are read and then discarded.
    ///   - permitsPrivate: True if private addresses may be contacted.
    /// - Throws: `CancellationError`.
    func open(
        _ url: String, by deadline: ContinuousClock.Instant, keepsBody: Bool, permitsPrivate: Bool = true
    ) async throws -> Outcome {
        guard let host = Self.host(of: url) else { return .failed([.malformedURL]) }
        if Self.neverExists(host) { return .failed([.nameNotFound(host: host)]) }
        if connectTo == nil, isOffline { return .failed([.noNetwork]) }
        if connectTo == nil, !Self.isAddress(host) {
            switch await lookup(host, min(limits.lookup, deadline - .now)) {
            case .found: break
            case .notFound: return .failed([.nameNotFound(host: host)])
            case .failed: return .failed([.lookupFailed(host: host)])
            case .noNetwork: return .failed([.noNetwork])
            }
        }
        var connection = HTTPConnection()
        connection.authorities = authorities
        connection.connectTo = connectTo
        connection.connectTimeout = limits.connect
        connection.permitsPrivateAddresses = permitsPrivate
        let start = ContinuousClock.now
        do {
            let response = try await client.send(
                HTTPRequest("GET", url, headers: [.init("User-Agent", userAgent), .init("Accept", "*/*")]),
                timeout: deadline - .now, bodyBytes: keepsBody ? limits.fileBytes : nil,
                connection: connection)
            return .response(Response(response, milliseconds: Self.milliseconds(since: start)))
        } catch let failure as HTTPFailure {
            if failure.cause == .certificate {
                return try await certificateFaults(url, host, failure, connection, by: deadline)
            }
            let isSilent =
                failure.code == .timedOut && failure.status == nil || failure.cause == .noRoute
            // A name can still be cached after the network is gone.
            if isSilent, connectTo == nil, await !hasNetwork(limits.lookup) { return .failed([.noNetwork]) }
            return .failed(
                [fault(failure, host: host, milliseconds: Self.milliseconds(since: start))],
                certificate: failure.peer?.ownCertificate)
        }
    }

    /// Returns the reasons why a certificate was rejected. To inspect the certificate, opens a second
    /// connection that accepts any certificate.
    private func certificateFaults(
        _ url: String, _ host: String, _ failure: HTTPFailure, _ connection: HTTPConnection,
        by deadline: ContinuousClock.Instant
    ) async throws -> Outcome {
        let rejected = LinkFault.certificateRejected(reason: failure.reason)
        do {
            let (peer, isForHost) = try await client.inspect(
                url, timeout: deadline - .now, connection: connection)
            let chain = peer.certificates.map(LinkCertificate.init)
            let faults = Self.faults(
                chain: chain, host: host, isForHost: isForHost, verification: failure.peer?.verification ?? 0,
                now: now())
            return .failed(faults.isEmpty ? [rejected] : faults, certificate: chain.first)
        } catch is HTTPFailure {
            return .failed([rejected])
        }
    }

    /// Finds the faults in the certificates that a server presents.
    ///
    /// - Parameters:
    ///   - chain: The certificates, with the server's own certificate first.
    ///   - host: The host in the URL.
    ///   - isForHost: Whether the server's own certificate is valid for the host.
    ///   - verification: The code of the first error that OpenSSL found during verification. Other libraries
    ///     report only 0 and 1.
    ///   - now: The current time.
    static func faults(
        chain: [LinkCertificate], host: String, isForHost: Bool, verification: Int, now: Timestamp
    ) -> [LinkFault] {
        guard let own = chain.first else { return [] }
        var faults: [LinkFault] = []
        if let end = own.notAfter, end < now { faults.append(.expired(end)) }
        if let begin = own.notBefore, begin > now { faults.append(.notYetValid(begin)) }
        if !isForHost { faults.append(.wrongHost(host: host, names: own.names)) }
        // Source: OpenSSL, X509_STORE_CTX_get_error(3): 2 and 18 to 21 mean a chain without a trusted
        // authority, 9 and 10 an invalid time.
        let isUntrusted = [2, 18, 19, 20, 21].contains(verification)
        if isUntrusted || faults.isEmpty && verification == 1 {
            let isSelfSigned = own.subject == own.issuer
            faults.append(
                isSelfSigned ? .selfSigned : .unknownIssuer(own.issuer, certificates: chain.count))
        } else if faults.isEmpty, verification == 9 || verification == 10 {
            faults.append(.chainExpired)
        }
        return faults
    }

    private func fault(_ failure: HTTPFailure, host: String, milliseconds: Int) -> LinkFault {
        let received = failure.status == nil ? nil : failure.receivedBytes
        if failure.cause == .noAuthorities {
            return .unavailable(
                reason: authorities == nil
                    ? "this computer has no CA certificates; install the package ca-certificates"
                    : "the CA certificate file cannot be used; check the certificates in it")
        }
        switch failure.code {
        case .invalidRequest: return .malformedURL
        case .unavailable: return .unavailable(reason: failure.reason)
        case .timedOut: return .timedOut(milliseconds: milliseconds, receivedBytes: received)
        case .connectionClosed: return .connectionClosed(receivedBytes: received)
        case .tooLarge:
            return failure.status == nil ? .headersTooLarge : .tooLarge(limit: limits.fileBytes)
        case .tls: return .handshakeFailed(reason: failure.reason)
        case .unreachable, .failed: break
        }
        switch failure.cause {
        case .nameNotFound: return .nameNotFound(host: host)
        case .refused: return .refused(address: failure.peer?.address)
        case .noRoute: return .noRoute
        case .privateAddress: return .privateAddress(failure.peer?.address ?? host)
        case .certificate, .noAuthorities, nil: return .notHTTP(reason: failure.reason)
        }
    }

    private static func milliseconds(since start: ContinuousClock.Instant) -> Int {
        Int((ContinuousClock.now - start) / .milliseconds(1))
    }

    /// Returns the host of an `http` or `https` URL, in lower case, without a final dot or the brackets of an
    /// IPv6 address. Returns nil for any other text.
    static func host(of url: String) -> String? {
        guard let parts = URLComponents(string: url), let scheme = parts.scheme?.lowercased(),
            ["http", "https"].contains(scheme), var host = parts.host?.lowercased(), !host.isEmpty
        else { return nil }
        if host.hasSuffix(".") { host.removeLast() }
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        return host.isEmpty ? nil : host
    }

    /// Returns whether a host can never exist, because its name is under `invalid` (RFC 6761 §6.4).
    static func neverExists(_ host: String) -> Bool { host == "invalid" || host.hasSuffix(".invalid") }

    static func isAddress(_ host: String) -> Bool {
        var four = in_addr()
        var six = in6_addr()
        return inet_pton(AF_INET, host, &four) == 1 || inet_pton(AF_INET6, host, &six) == 1
    }
}

extension LinkProbe.Response {
    fileprivate init(_ response: HTTPResponse, milliseconds: Int) {
        self.init(
            status: response.status, contentType: response.header("Content-Type"),
            contentEncoding: response.header("Content-Encoding"), redirectURL: response.redirectURL,
            setsCookie: response.header("Set-Cookie") != nil, body: response.body,
            address: response.peer?.address, certificate: response.peer?.ownCertificate)
        switch response.bodyFailure {
        case .timedOut?:
            bodyFault = .timedOut(milliseconds: milliseconds, receivedBytes: response.discardedBytes)
        case .connectionClosed?: bodyFault = .connectionClosed(receivedBytes: response.discardedBytes)
        default: break
        }
    }
}

extension HTTPPeer {
    /// The server's own certificate, or nil if the connection does not use TLS.
    fileprivate var ownCertificate: LinkCertificate? { certificates.first.map(LinkCertificate.init) }
}

extension LinkCertificate {
    fileprivate init(_ certificate: HTTPCertificate) {
        self.init(
            subject: certificate.subject, issuer: certificate.issuer, names: certificate.names,
            notBefore: certificate.notBefore.map { Timestamp(seconds: $0) },
            notAfter: certificate.notAfter.map { Timestamp(seconds: $0) })
    }
}
