import Synchronization
import TapServer
import TimeKit

/// A counter of refused requests, which can be attempts to bypass a security check.
///
/// The log has at most one line per minute for each kind of refusal, so a flood of refusals cannot fill the
/// log.
final class RefusalCounts: Sendable {
    /// A kind of refusal. The number of kinds is limited by the number of routes.
    private struct Kind: Hashable {
        let route: String
        let status: Int
    }

    /// The time of the latest log line about one kind of refusal, and the number of refusals since then.
    private struct Count {
        var last: Timestamp
        var number = 0
    }

    /// The minimum number of seconds between two log lines about the same kind of refusal.
    static let pause: Int64 = 60

    private let counts = Mutex<[Kind: Count]>([:])

    /// Counts a request if it was refused.
    ///
    /// - Returns: The number of refusals of this kind since the previous log line, if a new log line is due.
    ///   Nil if no log line is due, or if the request was not refused.
    func number(with request: ServedRequest, at now: Timestamp) -> Int? {
        guard Self.code(of: request) != nil else { return nil }
        return counts.withLock { counts in
            let kind = Kind(route: request.route, status: request.status)
            guard var count = counts[kind] else {
                counts[kind] = Count(last: now)
                return 1
            }
            count.number += 1
            // A clock that was set back must not silence the log.
            let isDue = now < count.last || now - count.last >= Self.pause
            counts[kind] = isDue ? Count(last: now) : count
            return isDue ? count.number : nil
        }
    }

    /// Returns the code of a refusal; nil for any other response.
    static func code(of request: ServedRequest) -> String? {
        switch request.status {
        case 400 where request.route == RouteTemplate.webhook: "invalidSignature"
        case 401: "notSignedIn"
        // Includes forms with an invalid CSRF token.
        case 403: "notPermitted"
        case 421: "foreignSite"
        // Includes the pauses after declined cards and wrong passwords.
        case 429: "tooManyRequests"
        default: nil
        }
    }
}
