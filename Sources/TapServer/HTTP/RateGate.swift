import ServerKit
import Synchronization

/// The rate limiter for requests. It counts the requests of each network address separately.
final class RateGate: Sendable {
    /// The kind of a request, which determines its rate limits.
    enum Kind: Hashable {
        case request, gift, signIn

        /// Classifies a request.
        ///
        /// - Parameters:
        ///   - method: The HTTP method.
        ///   - path: The path as sent, not decoded.
        ///   - match: The route of the path.
        ///   - api: The API, which identifies the routes that could be used to test stolen cards; nil if
        ///     there is no API.
        init(_ method: String, _ path: String, _ match: RouteMatch, api: (any APIHandler)?) {
            guard method == "POST" else {
                self = .request
                return
            }
            if let api, APICall.isMeant(by: path) {
                self = api.triesCards(method, path) ? .gift : .request
            } else {
                self = match.place.limit
            }
        }
    }

    private struct Tables {
        var requests: RateTable
        var gifts: RateTable
        var signIns: RateTable
    }

    private let tables: Mutex<Tables>
    private let clock: MonotonicClock

    init(_ limits: RateLimits, clock: MonotonicClock) {
        self.clock = clock
        tables = Mutex(
            Tables(
                requests: RateTable(perMinute: limits.requests), gifts: RateTable(perMinute: limits.gifts),
                signIns: RateTable(perMinute: limits.signIns)))
    }

    /// Counts a request from an address.
    ///
    /// - Returns: Nil if the request may proceed; otherwise the number of seconds to wait, at least 1.
    func secondsToWait(_ kind: Kind, from client: NetworkAddress) -> Int64? {
        let (key, now) = (client.network, clock.now())
        let wait = tables.withLock { tables -> Duration? in
            if let wait = tables.requests.take(by: key, at: now) { return wait }
            return switch kind {
            case .request: nil
            case .gift: tables.gifts.take(by: key, at: now)
            case .signIn: tables.signIns.take(by: key, at: now)
            }
        }
        return wait.map { $0.components.seconds + 1 }
    }
}

/// The rate limits per network address, in requests per minute. A burst of one minute's requests is allowed.
/// A limit of 0 means no limit.
///
/// A whole church can share one address: a thousand phones on its network can tap within a few minutes.
public struct RateLimits: Hashable, Sendable {
    /// The limit for all requests.
    public var requests = 6000
    /// The limit for gift attempts. Retries with a different card also count.
    public var gifts = 600
    /// The limit for sign-in requests: asking for a link, opening a link, and entering a password.
    public var signIns = 60

    public init() {}
}
