public import ServerKit
import Synchronization

/// A request observer that counts requests by route and status.
public final class RequestMetrics: RequestObserver {
    /// The maximum number of routes that have their own counters. All other routes share one counter.
    static let mostRoutes = 200

    private struct Counts {
        /// The number of requests, by route and by the first digit of the status.
        var requests: [String: [Int: Int]] = [:]
        var durations: [String: Histogram] = [:]
        var open = 0
    }

    private let counts = Mutex(Counts())

    public init() {}

    /// Counts a request that has begun.
    public func began() { counts.withLock { $0.open += 1 } }

    /// Counts a request that has ended.
    public func ended(_ request: ServedRequest) {
        counts.withLock { counts in
            counts.open -= 1
            let isKnown = counts.requests[request.route] != nil || counts.requests.count < Self.mostRoutes
            let route = isKnown ? request.route : "other"
            counts.requests[route, default: [:]][request.status / 100, default: 0] += 1
            counts.durations[route, default: Histogram()].count(request.duration)
        }
    }

    /// The current counts as metric families. The samples are ordered by route and by status.
    public var families: [MetricFamily] {
        let counts = counts.withLock { $0 }
        let routes = counts.requests.keys.sorted()
        return [
            MetricFamily(
                "tapctl_http_requests_total", .counter, "Completed requests.",
                routes.flatMap { route in
                    (counts.requests[route] ?? [:]).sorted { $0.key < $1.key }.map { digit, count in
                        MetricFamily.Sample(
                            Double(count),
                            labels: [
                                MetricFamily.Label("route", route),
                                MetricFamily.Label("status", "\(digit)xx"),
                            ])
                    }
                }),
            MetricFamily(
                "tapctl_http_request_duration_seconds", .histogram,
                "Time from the request to the response, in seconds.",
                routes.flatMap { route in
                    (counts.durations[route] ?? Histogram()).samples(labels: [
                        MetricFamily.Label("route", route)
                    ])
                }),
            MetricFamily(
                "tapctl_http_requests_in_flight", .gauge, "Requests in progress.",
                [MetricFamily.Sample(Double(counts.open))]),
        ]
    }
}
