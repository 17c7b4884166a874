import Giving
import ServerKit
import TapServer

/// What Prometheus is told of the server.
struct ServedMetrics: Sendable {
    let requests: RequestMetrics
    let clock: SteadyClock
    /// What the clock told when the server began.
    let begin: Duration
    /// How many gifts there are of each status.
    let gifts: @Sendable () async throws -> [Gift.Status: Int]
    /// Octets of memory; nil where the system does not tell.
    let residentBytes: @Sendable () -> Int?

    /// The text; what cannot be read now is left out of it.
    func text() async -> String {
        var families = requests.families
        if let counts = try? await gifts() {
            families.append(
                MetricFamily(
                    "tapctl_gifts", .gauge, "Gifts by their status.",
                    Gift.Status.allCases.map { status in
                        MetricFamily.Sample(
                            Double(counts[status] ?? 0),
                            labels: [MetricFamily.Label("status", status.rawValue)])
                    }))
        }
        families.append(
            MetricFamily(
                "tapctl_uptime_seconds", .gauge, "For how long the server runs.",
                [MetricFamily.Sample((clock.now() - begin) / .seconds(1))]))
        if let bytes = residentBytes() {
            families.append(
                MetricFamily(
                    "process_resident_memory_bytes", .gauge, "Memory that is not swapped out.",
                    [MetricFamily.Sample(Double(bytes))]))
        }
        return MetricsText.of(families)
    }
}
