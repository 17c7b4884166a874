import Giving
import ServerKit
import TapServer

/// The server's metrics for Prometheus.
struct ServedMetrics {
    let requests: RequestMetrics
    let clock: MonotonicClock
    /// The clock's time when the server started.
    let begin: Duration
    /// The function that returns the number of gifts by status.
    let gifts: @Sendable () async throws -> [Gift.Status: Int]
    /// The function that returns the number of e-mails that were withheld because of a recipient's limit.
    let withheldEmails: @Sendable () -> Int
    /// The function that returns the resident memory in bytes, or nil if the system does not report it.
    let residentBytes: @Sendable () -> Int?

    /// Returns the metrics as text. A value that cannot be read is omitted.
    func text() async -> String {
        var families = requests.families
        if let counts = try? await gifts() {
            families.append(
                MetricFamily(
                    "tapctl_gifts", .gauge, "Gifts by status.",
                    Gift.Status.allCases.map { status in
                        MetricFamily.Sample(
                            Double(counts[status] ?? 0),
                            labels: [MetricFamily.Label("status", status.rawValue)])
                    }))
        }
        families.append(
            MetricFamily(
                "tapctl_emails_withheld_total", .counter,
                "E-mails that were not sent because the recipient had reached the daily limit.",
                [MetricFamily.Sample(Double(withheldEmails()))]))
        families.append(
            MetricFamily(
                "tapctl_uptime_seconds", .gauge, "Time since the server started.",
                [MetricFamily.Sample((clock.now() - begin) / .seconds(1))]))
        if let bytes = residentBytes() {
            families.append(
                MetricFamily(
                    "process_resident_memory_bytes", .gauge, "Resident memory size.",
                    [MetricFamily.Sample(Double(bytes))]))
        }
        return MetricsText.of(families)
    }
}
