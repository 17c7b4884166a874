public import FailureKit
import Foundation

/// The hosts of a processor's pages: the host of its API and, if that host begins with `api.`, the other
/// hosts in the same domain.
///
/// Stripe's API is at `api.stripe.com`, and its pages are at `connect.stripe.com`. A simulated processor has
/// its API and its pages on the same host.
public struct ProcessorPages: Hashable, Sendable {
    private let scheme: String
    private let host: String

    /// Creates the hosts from the URL of the processor's API, such as `https://api.stripe.com`.
    ///
    /// - Returns: Nil if the URL has no host.
    public init?(api address: String) {
        guard let parts = URLComponents(string: address), let scheme = parts.scheme?.lowercased(),
            let host = parts.host?.lowercased(), !host.isEmpty
        else { return nil }
        (self.scheme, self.host) = (scheme, host)
    }

    /// Returns whether a URL belongs to one of these hosts, contains no user name or password, and uses TLS
    /// if the API does.
    public func contain(_ url: String) -> Bool {
        guard let parts = URLComponents(string: url), let host = parts.host?.lowercased(),
            parts.user == nil, parts.password == nil,
            let scheme = parts.scheme?.lowercased(), scheme == self.scheme || scheme == "https"
        else { return false }
        if host == self.host || Self.loopback.isSuperset(of: [host, self.host]) { return true }
        guard self.host.hasPrefix("api.") else { return false }
        // The domain itself has at least two labels: `api.com` has no sibling hosts.
        let domain = self.host.dropFirst("api.".count)
        return domain.contains(".") && host.hasSuffix(".\(domain)")
    }

    private static let loopback: Set = ["localhost", "127.0.0.1", "[::1]", "::1"]
}

/// The error for a link from the processor that ``ProcessorPages/contain(_:)`` rejects.
public struct ForeignLinkError: Failure, Hashable {
    public init() {}

    /// The stable error code.
    public var failureCode: String { "foreignLink" }
    public var category: FailureCategory { .peerProtocol }
    /// A clause that describes the error.
    public var summary: String {
        "the onboarding link is not a secure link to the processor's site"
    }
    public var reason: String { "the payee was not redirected" }
}
