import CurlClient
import TimeKit

/// The URLs that were opened to follow a URL and its redirects, with the faults that were found.
public struct LinkTrail: Hashable, Sendable {
    /// A URL that was opened, with its response.
    public struct Hop: Hashable, Sendable {
        /// The URL that was opened.
        public var url: String
        /// The HTTP status, or nil if there was no response.
        public var status: Int?
        /// The IP address of the server, or nil if there was no response or the address is unknown.
        public var address: String?
        /// The server's certificate, or nil if there was no connection or the connection does not use TLS.
        public var certificate: LinkCertificate?
    }

    /// The URLs that were opened, in order.
    public var hops: [Hop]
    /// The faults, in the order in which they were detected.
    public var faults: [LinkFault]

    /// Creates a trail from the URLs that were opened and the faults that were found.
    public init(hops: [Hop], faults: [LinkFault]) { (self.hops, self.faults) = (hops, faults) }

    /// The last URL that was opened; empty if no URL was opened.
    public var finalURL: String { hops.last?.url ?? "" }

    /// Whether the last URL opens a page. True if there are no faults other than warnings.
    public var works: Bool { !faults.contains { !$0.isWarning } }

    /// A function that opens one URL: ``LinkProbe/open(_:by:keepsBody:permitsPrivate:)``, or a script in
    /// tests.
    typealias Opener =
        @Sendable (_ url: String, _ permitsPrivate: Bool) async throws -> LinkProbe.Outcome

    /// Opens a URL and follows its redirects.
    ///
    /// A redirect from a public address to a private address is not followed, because no phone outside this
    /// network could follow it.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - redirects: The maximum number of redirects.
    ///   - now: The current time.
    ///   - isPublic: Returns true if an IP address is public.
    ///   - open: Opens one URL.
    static func follow(
        _ url: String, redirects: Int, now: Timestamp, isPublic: (String) -> Bool, opening open: Opener
    ) async throws -> LinkTrail {
        var trail = LinkTrail(hops: [], faults: [])
        var next = url
        var seen: Set<String> = []
        var permitsPrivate = true
        while true {
            seen.insert(next)
            switch try await open(next, permitsPrivate) {
            case .failed(let faults, let certificate):
                trail.hops.append(Hop(url: next, certificate: certificate))
                trail.faults += faults
                return trail
            case .response(let response):
                trail.hops.append(
                    Hop(
                        url: next, status: response.status, address: response.address,
                        certificate: response.certificate))
                trail.noteWarnings(of: response, at: next, now: now)
                guard [301, 302, 303, 307, 308].contains(response.status), let target = response.redirectURL
                else {
                    if !(200...299).contains(response.status) {
                        trail.faults.append(.status(response.status))
                    }
                    if let fault = response.bodyFault { trail.faults.append(fault) }
                    return trail
                }
                if response.address.map(isPublic) == true { permitsPrivate = false }
                if let fault = trail.obstacle(to: target, seen, redirects, response) {
                    trail.faults.append(fault)
                    return trail
                }
                next = target
            }
        }
    }

    private mutating func noteWarnings(of response: LinkProbe.Response, at url: String, now: Timestamp) {
        if url.lowercased().hasPrefix("http://") { faults.append(.insecure(url: url)) }
        if let warning = response.certificate?.expiryWarning(at: now), !faults.contains(warning) {
            faults.append(warning)
        }
    }

    /// Returns the reason why a redirect cannot be followed, or nil if it can be followed.
    private func obstacle(
        to target: String, _ seen: Set<String>, _ redirects: Int, _ response: LinkProbe.Response
    ) -> LinkFault? {
        if LinkProbe.host(of: target) == nil { return .unusableRedirect(target) }
        if seen.contains(target) { return .redirectLoop(url: target, setsCookie: response.setsCookie) }
        return hops.count > redirects ? .tooManyRedirects(redirects) : nil
    }
}

extension LinkProbe {
    /// Opens a URL and follows its redirects, within the probe's limits.
    ///
    /// - Throws: `CancellationError`.
    public func follow(_ url: String) async throws -> LinkTrail {
        let deadline = ContinuousClock.now + limits.total
        return try await LinkTrail.follow(
            url, redirects: limits.redirects, now: now(), isPublic: isPublicAddress
        ) { url, permitsPrivate in
            try await open(url, by: deadline, keepsBody: false, permitsPrivate: permitsPrivate)
        }
    }
}
