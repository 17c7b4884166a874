import CResolver
import Foundation
import Synchronization

/// Lookups of host names with a time limit. The results distinguish a name that does not exist from a missing
/// network connection.
enum NameLookup {
    enum Result: Hashable, Sendable {
        case found
        /// The name does not exist.
        case notFound
        /// The lookup failed, although name servers respond. The name may or may not exist.
        case failed
        /// No name server responds, or the name server that responds has no connection to the internet.
        case noNetwork
    }

    /// Looks up a host with the system's resolver, on a separate thread. If the lookup takes longer than the
    /// limit, the result is `noNetwork`, and the thread continues until the resolver gives up.
    ///
    /// Some routers without an internet connection report that every name is unknown. If a lookup fails, this
    /// method therefore also looks up the DNS root, which every name server on the internet can resolve.
    @Sendable static func system(_ host: String, limit: Duration) async -> Result {
        await first(of: { resolve(host) }, limit: limit)
    }

    /// Returns whether a name server on the internet responds within a time limit.
    @Sendable static func hasNetwork(limit: Duration) async -> Bool {
        await first(of: { cresolver_knows_root() != 0 ? .found : .noNetwork }, limit: limit) == .found
    }

    /// Runs a blocking lookup on its own thread. Returns `noNetwork` if the lookup takes longer than the
    /// limit.
    private static func first(of lookup: @escaping @Sendable () -> Result, limit: Duration) async -> Result {
        let first = FirstResult()
        return await withCheckedContinuation { continuation in
            first.whenDone { continuation.resume(returning: $0) }
            Thread.detachNewThread { first.end(with: lookup()) }
            let seconds =
                Double(limit.components.seconds) + Double(limit.components.attoseconds) / 1e18
            DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { first.end(with: .noNetwork) }
        }
    }

    private static func resolve(_ host: String) -> Result {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let error = getaddrinfo(host, nil, &hints, &found)
        if let found { freeaddrinfo(found) }
        guard error != 0 else { return .found }
        guard cresolver_knows_root() != 0 else { return .noNetwork }
        // EAI_NODATA and EAI_ADDRFAMILY: the name exists, but has no address.
        return [EAI_NONAME, -5, -9].contains(error) ? .notFound : .failed
    }

    /// A receiver that delivers the first of several results and ignores the others.
    private final class FirstResult: Sendable {
        private let done = Mutex<(@Sendable (Result) -> Void)?>(nil)

        func whenDone(_ body: @escaping @Sendable (Result) -> Void) { done.withLock { $0 = body } }

        func end(with result: Result) {
            let body = done.withLock { done in
                defer { done = nil }
                return done
            }
            body?(result)
        }
    }
}
