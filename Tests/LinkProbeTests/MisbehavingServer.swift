import Foundation
import LinkProbe
import Synchronization
import TestSupport
import TimeKit

/// The TLS server of `misbehaving_server.py`, and its reported events.
final class MisbehavingServer: Sendable {
    /// The port on 127.0.0.1.
    let port: Int
    /// A port that speaks only TLS 1.0 and 1.1.
    let oldPort: Int
    /// A folder with the certificates.
    let folder: URL
    private let program: RunningProgram
    private let events = Mutex<
        (past: [String], waiting: [(event: String, done: CheckedContinuation<Void, Never>)])
    >(
        ([], []))

    /// The server of all tests. It keeps no state between requests.
    static let shared = Task { try await MisbehavingServer() }

    private init() async throws {
        let files = URL(filePath: #filePath).deletingLastPathComponent()
        folder = FileManager.default.temporaryDirectory.appending(path: "certificates-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let made = try await ProgramRun.shell("\(files.path)/make-certificates .", in: folder)
        guard made.exitCode == 0 else { throw CocoaError(.executableLoad) }
        program = try RunningProgram([
            "python3", "-W", "ignore", files.appending(path: "misbehaving_server.py").path, folder.path,
        ])
        var lines = program.lines.makeAsyncIterator()
        let ports = await lines.next()?.split(separator: " ").dropFirst().compactMap { Int($0) } ?? []
        guard ports.count == 2 else { throw CocoaError(.executableLoad) }
        (port, oldPort) = (ports[0], ports[1])
        Task { [self] in
            for await line in program.lines { note(line) }
        }
    }

    private func note(_ event: String) {
        events.withLock { events in
            events.past.append(event)
            for waiting in events.waiting where waiting.event == event { waiting.done.resume() }
            events.waiting.removeAll { $0.event == event }
        }
    }

    /// Waits until the server has reported an event.
    func wait(for event: String) async {
        await withCheckedContinuation { continuation in
            events.withLock { events in
                if events.past.contains(event) {
                    continuation.resume()
                } else {
                    events.waiting.append((event, continuation))
                }
            }
        }
    }

    /// The events so far.
    var past: [String] { events.withLock { $0.past } }

    /// Returns a probe that connects to this server for every host, and trusts its authority.
    ///
    /// The time limits are long, so a busy machine does not change the results.
    func probe(now: Timestamp? = nil) -> LinkProbe {
        var probe = LinkProbe {
            now ?? Timestamp(seconds: Int64(Date().timeIntervalSince1970.rounded(.down)))
        }
        probe.connectTo = "127.0.0.1:\(port)"
        (probe.limits.connect, probe.limits.total) = (.seconds(60), .seconds(60))
        probe.authorities = folder.appending(path: "authority.pem").path
        return probe
    }
}

/// Tries time limits of 1 s, 2 s, 4 s and so on, until the server sees the request in time.
func withGrowingLimit(_ reaches: (Duration) async throws -> Bool) async rethrows {
    var limit = Duration.seconds(1)
    while try await !reaches(limit), limit < .seconds(30) { limit *= 2 }
}
