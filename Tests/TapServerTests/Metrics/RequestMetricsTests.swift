import ServerKit
import Testing

@testable import TapServer

/// The metrics of requests.
@Suite struct RequestMetricsTests {
    private static func request(_ route: String, _ status: Int) -> ServedRequest {
        ServedRequest(
            id: "", method: "GET", route: route, status: status, duration: .milliseconds(20), bytes: 1)
    }

    private static func values(_ metrics: RequestMetrics, _ name: String) -> [[String]: Double] {
        let samples = metrics.families.first { $0.name == name }?.samples ?? []
        return Dictionary(
            samples.map { ($0.labels.map(\.value) + [$0.suffix], $0.value) }, uniquingKeysWith: +)
    }

    @Test("by route and by the first digit of the status; what is open is what has no answer yet")
    func counts() {
        let metrics = RequestMetrics()
        for status in [200, 204, 303, 499, 503] {
            metrics.began()
            metrics.ended(Self.request("/{org}", status))
        }
        metrics.began()
        #expect(
            Self.values(metrics, "tapctl_http_requests_total") == [
                ["/{org}", "2xx", ""]: 2, ["/{org}", "3xx", ""]: 1, ["/{org}", "4xx", ""]: 1,
                ["/{org}", "5xx", ""]: 1,
            ])
        #expect(Self.values(metrics, "tapctl_http_requests_in_flight") == [[""]: 1])
        let durations = Self.values(metrics, "tapctl_http_request_duration_seconds")
        #expect(durations[["/{org}", "_count"]] == 5 && durations[["/{org}", "0.025", "_bucket"]] == 5)
        #expect(durations[["/{org}", "0.01", "_bucket"]] == 0)
    }

    @Test("there are never more routes than a table has room for")
    func bounded() {
        let metrics = RequestMetrics()
        for number in 0..<1000 {
            metrics.began()
            metrics.ended(Self.request("/\(number)", 200))
        }
        let counted = Self.values(metrics, "tapctl_http_requests_total")
        #expect(counted.count == RequestMetrics.mostRoutes + 1)
        #expect(counted[["other", "2xx", ""]] == 800)
    }
}
