import Foundation
import Processor
import ProcessorClient
import Synchronization
import TestSupport
import Testing

/// A processor that accepts a request and does not respond.
@Suite(.timeLimit(.minutes(2))) struct LateAnswerTests {
    /// A transport with a fixed outcome, which advances its own clock and records its time limits.
    private final class Silence: ProcessorTransport {
        private let state = Mutex<(given: [Duration], time: Duration)>(([], .zero))
        private let outcome: Result<WireResponse, any Error>
        private let taking: Duration

        init(_ outcome: Result<WireResponse, any Error>, taking: Duration = .zero) {
            (self.outcome, self.taking) = (outcome, taking)
        }

        var given: [Duration] { state.withLock { $0.given } }
        var time: Duration { state.withLock { $0.time } }

        func send(_ request: WireRequest, within limit: Duration) async throws -> WireResponse {
            state.withLock { state in
                state.given.append(limit)
                state.time += taking
            }
            return try outcome.get()
        }
    }

    /// A local port that accepts connections, sends a text, and then nothing.
    private final class SilentPort: Sendable {
        private let listener: LoopbackListener
        private let accepted = Mutex<[Int32]>([])

        var port: Int { listener.port }
        /// The number of accepted connections.
        var calls: Int { accepted.withLock { $0.count } }

        init(saying text: String) throws {
            listener = try LoopbackListener()
            listener.accept { [self] connection in
                accepted.withLock { $0.append(connection) }
                send(text, on: connection)
            }
        }

        /// Closes all connections and ends the thread, which retains this object.
        func end() {
            listener.end()
            accepted.withLock { for client in $0 { close(client) } }
        }
    }

    private static func failure(
        of transport: any ProcessorTransport, within limit: Duration = .seconds(30),
        now: (@Sendable () -> Duration)? = nil
    ) async throws -> ProcessorError {
        var retryPolicy = ProcessorClient.RetryPolicy(tries: 3, limit: limit) { _ in }
        if let now { retryPolicy.now = now }
        let client = ProcessorClient(transport: transport, retryPolicy: retryPolicy)
        let error = await #expect(throws: ProcessorError.self) {
            try await client.answer("POST", "/v1/refunds", as: [String: String].self)
        }
        return try #require(error)
    }

    @Test("an interrupted request is sent three times, and one that timed out once")
    func times() async throws {
        for (error, count) in [
            (CocoaError(.coderReadCorrupt), 3), (NoAnswerInTime(limit: .seconds(30)), 1),
        ] as [(any Error, Int)] {
            let silence = Silence(.failure(error))
            #expect(try await Self.failure(of: silence).leavesOutcomeUnknown)
            #expect(silence.given.count == count)
        }
    }

    @Test(
        "a late failure is retried within the remaining time only",
        arguments: [(20, [30, 10]), (12, [30, 18, 6]), (30, [30])] as [(Int64, [Int64])])
    func deadline(seconds: Int64, given: [Int64]) async throws {
        for outcome in [
            .failure(CocoaError(.coderReadCorrupt)), .success(WireResponse(status: 503, body: [])),
        ] as [Result<WireResponse, any Error>] {
            let late = Silence(outcome, taking: .seconds(seconds))
            let error = try await Self.failure(of: late, now: { late.time })
            #expect(error.leavesOutcomeUnknown)
            #expect(late.given == given.map { Duration.seconds($0) })
        }
    }

    @Test(
        "times out while a server is silent, also in the middle of its response",
        arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"object\":"])
    func silentPort(said: String) async throws {
        let port = try SilentPort(saying: said)
        defer { port.end() }
        let transport = try HTTPTransport(base: "http://127.0.0.1:\(port.port)", apiKey: "sk_test_1")
        let error = try await Self.failure(of: transport, within: .seconds(1))
        #expect(error.leavesOutcomeUnknown && error.message.contains("within 1 s."), "\(error.message)")
        #expect(port.calls == 1)
    }
}
