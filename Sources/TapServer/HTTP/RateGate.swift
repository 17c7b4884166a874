import ServerKit
import Synchronization

/// Lets requests through as often as their address may ask.
final class RateGate: Sendable {
    /// What is counted by itself.
    enum Kind: Hashable, Sendable {
        case request, gift, signIn

        /// - Parameters:
        ///   - path: A path as it was sent, not decoded.
        ///   - match: The page that the path leads to.
        ///   - api: The routes below `/api`, which know where programs try cards; nil if there are none.
        init(_ method: String, _ path: String, _ match: RouteMatch, api: (any APIDoor)?) {
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
    private let clock: SteadyClock

    init(_ limits: RateLimits, clock: SteadyClock) {
        self.clock = clock
        tables = Mutex(
            Tables(
                requests: RateTable(perMinute: limits.requests), gifts: RateTable(perMinute: limits.gifts),
                signIns: RateTable(perMinute: limits.signIns)))
    }

    /// Counts a request of an address.
    ///
    /// - Returns: nil where it may go on; else in how many seconds it may come again, 1 at least.
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

/// How often one network address may ask, a minute and at once; 0 is without a limit.
///
/// A church is one address: a thousand phones on its network tap within the same minutes.
public struct RateLimits: Hashable, Sendable {
    /// Anything.
    public var requests = 6000
    /// Gifts that are sent, and other cards for them.
    public var gifts = 600
    /// Links that are asked for or used, and passwords that are tried.
    public var signIns = 60

    /// As they stand above.
    public init() {}
}
