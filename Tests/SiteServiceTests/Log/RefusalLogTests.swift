import Synchronization
import TapServer
import Testing
import TimeKit

@testable import Documents
@testable import SiteService

/// The log's lines about refused requests.
@Suite struct RefusalLogTests {
    private static func request(_ route: String, _ status: Int) -> ServedRequest {
        ServedRequest(
            id: "00000000000000ff", method: "POST", route: route, status: status, duration: .zero, bytes: nil)
    }

    /// Returns the lines about requests that end at the given seconds.
    private static func lines(_ requests: [(second: Int64, route: String, status: Int)]) -> [String] {
        let written = Mutex<[String]>([])
        let now = Mutex<Int64>(0)
        let log = ServeLog(
            level: .error, format: .text,
            clock: WallClock { Timestamp(seconds: now.withLock { $0 }) },
            write: { line in written.withLock { $0.append(line) } })
        for (second, route, status) in requests {
            now.withLock { $0 = second }
            log.ended(request(route, status))
        }
        return written.withLock { $0 }
    }

    @Test(
        "attempts to get around a control are logged at every level",
        arguments: [
            ("/webhooks/processor", 400, "invalidSignature"), ("/api/gifts", 401, "notSignedIn"),
            ("/admin/org/{org}/gifts/{id}/refund", 403, "notPermitted"), ("/-/give", 421, "foreignSite"),
            ("/admin/sign-in", 429, "tooManyRequests"), ("/-/give", 429, "tooManyRequests"),
        ])
    func logged(route: String, status: Int, code: String) {
        #expect(
            Self.lines([(0, route, status)]) == [
                "1970-01-01T00:00:00Z error refused code=\(code) method=POST route=\(route) status=\(status) "
                    + "count=1 request_id=00000000000000ff"
            ])
    }

    @Test("other responses are not refusals", arguments: [200, 303, 400, 404, 422, 500, 503])
    func others(status: Int) { #expect(Self.lines([(0, "/-/give", status)]) == []) }

    @Test("a flood of one kind gets one line a minute with its count, and hides no other kind")
    func flood() {
        var requests: [(second: Int64, route: String, status: Int)] = (0...120).map { ($0, "/-/give", 429) }
        requests.insert((30, "/-/giver", 429), at: 31)
        let lines = Self.lines(requests)
        #expect(lines.count == 4)
        #expect(lines.filter { $0.contains("route=/-/giver ") }.count == 1)
        #expect(lines.filter { $0.contains("count=60 ") }.count == 2)
    }

    @Test("a clock that is set back does not silence the log")
    func clock() {
        #expect(Self.lines([(3_600, "/-/give", 429), (0, "/-/give", 429)]).count == 2)
    }
}
