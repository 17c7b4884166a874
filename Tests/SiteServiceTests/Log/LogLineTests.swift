import FailureKit
import Synchronization
import TapServer
import Testing
import TimeKit

@testable import Documents
@testable import SiteService

/// The lines of the server's log.
@Suite struct LogLineTests {
    private static let request = ServedRequest(
        id: "00000000000000ff", method: "POST", route: "/-/give", status: 303,
        duration: .microseconds(12_999), bytes: nil)

    @Test("a request is one line of JSON, or of words and values")
    func request() {
        let time = Timestamp(seconds: 1_769_871_600)
        #expect(
            LogLine(Self.request).text(.json, at: time)
                == #"{"time":"2026-01-31T15:00:00Z","level":"info","event":"request","method":"POST","#
                + #""route":"/-/give","status":303,"duration_ms":12,"octets":null,"request_id":"00000000000000ff"}"#
        )
        #expect(
            LogLine(Self.request).text(.text, at: time)
                == "2026-01-31T15:00:00Z info request method=POST route=/-/give status=303 duration_ms=12 "
                + "request_id=00000000000000ff")
    }

    @Test("a string of several words, or with a line break, stays one value on one line")
    func escaped() {
        let line = LogLine(CommandError(.ourBug, code: "a", "two words", reason: "a\nb", remedy: ""))
        let text = line.text(.text, at: Timestamp(seconds: 0))
        #expect(
            text
                == "1970-01-01T00:00:00Z error failed code=a message=\"two words\" reason=\"a\\nb\" remedy=\"\""
        )
        #expect(!line.text(.json, at: Timestamp(seconds: 0)).contains("\n"))
    }

    @Test(
        "an error has a time in UTC and the id of its request, as text and as JSON",
        arguments: LogLine.Format.allCases)
    func failure(format: LogLine.Format) {
        let written = Mutex<[String]>([])
        let log = ServeLog(
            level: .error, format: format, clock: WallClock { Timestamp(seconds: 0) },
            write: { line in written.withLock { $0.append(line) } })
        let error = CommandError(.inputOutput, code: "full", "the disk is full")
        ServedRequest.$currentID.withValue("00000000000000ff") { log.report(error) }
        log.report(error)
        let lines = written.withLock { $0 }
        #expect(lines.count == 2 && lines.allSatisfy { $0.contains("1970-01-01T00:00:00Z") })
        #expect(lines[0].contains("00000000000000ff") && !lines[1].contains("00000000000000ff"))
    }

    @Test("events below the level are not logged")
    func level() {
        let written = Mutex<[String]>([])
        func log(_ level: LogLine.Level) -> ServeLog {
            ServeLog(
                level: level, format: .json, clock: WallClock { Timestamp(seconds: 0) },
                write: { line in written.withLock { $0.append(line) } })
        }
        log(.error).ended(Self.request)
        #expect(written.withLock { $0 } == [])
        log(.error).report(CommandError(.ourBug, code: "a", "b"))
        log(.info).ended(Self.request)
        #expect(written.withLock { $0.count } == 2)
    }
}
