import Foundation
import Processor
import ProcessorClient
import Synchronization
import Testing

/// A processor that takes a request and gives no answer.
@Suite(.timeLimit(.minutes(2))) struct LateAnswerTests {
    /// A transport that does as it is told, moves its own clock, and writes down what time it was given.
    private final class Silence: ProcessorTransport {
        private let state = Mutex<(given: [Duration], time: Duration)>(([], .zero))
        private let outcome: Result<WireAnswer, any Error>
        private let taking: Duration

        init(_ outcome: Result<WireAnswer, any Error>, taking: Duration = .zero) {
            (self.outcome, self.taking) = (outcome, taking)
        }

        var given: [Duration] { state.withLock { $0.given } }
        var time: Duration { state.withLock { $0.time } }

        func send(_ request: WireRequest, within limit: Duration) async throws -> WireAnswer {
            state.withLock { state in
                state.given.append(limit)
                state.time += taking
            }
            return try outcome.get()
        }
    }

    /// A port of this machine that takes connections, says what it is told, and then nothing.
    private final class SilentPort: Sendable {
        let port: Int
        private let listener: Int32
        private let accepted = Mutex<[Int32]>([])

        /// How often it was called.
        var calls: Int { accepted.withLock { $0.count } }

        init(saying text: String) throws {
            let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = inet_addr("127.0.0.1")
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let result = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                    bind(listener, place, length) | listen(listener, 4)
                        | getsockname(listener, place, &length)
                }
            }
            guard listener >= 0, result == 0 else { throw CocoaError(.fileNoSuchFile) }
            (self.listener, port) = (listener, Int(UInt16(bigEndian: address.sin_port)))
            Thread.detachNewThread { [self] in
                while true {
                    let client = accept(listener, nil, nil)
                    guard client >= 0 else { break }
                    accepted.withLock { $0.append(client) }
                    _ = text.withCString { write(client, $0, text.utf8.count) }
                }
                close(listener)
            }
        }

        /// Ends the thread, too: it holds this object until then.
        func end() {
            shutdown(listener, Int32(SHUT_RDWR))
            accepted.withLock { for client in $0 { close(client) } }
        }
    }

    private static func failure(
        of transport: any ProcessorTransport, within limit: Duration = .seconds(30),
        now: (@Sendable () -> Duration)? = nil
    ) async throws -> ProcessorError {
        var patience = ProcessorClient.Patience(tries: 3, limit: limit) { _ in }
        if let now { patience.now = now }
        let client = ProcessorClient(transport: transport, patience: patience)
        let error = await #expect(throws: ProcessorError.self) {
            try await client.answer("POST", "/v1/refunds", as: [String: String].self)
        }
        return try #require(error)
    }

    @Test("what breaks off is sent three times; what took all its time, once")
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
        "what breaks off or fails late is sent again while there is time, and waited for as long as is left",
        arguments: [(20, [30, 10]), (12, [30, 18, 6]), (30, [30])] as [(Int64, [Int64])])
    func deadline(seconds: Int64, given: [Int64]) async throws {
        for outcome in [
            .failure(CocoaError(.coderReadCorrupt)), .success(WireAnswer(status: 503, body: [])),
        ] as [Result<WireAnswer, any Error>] {
            let late = Silence(outcome, taking: .seconds(seconds))
            let error = try await Self.failure(of: late, now: { late.time })
            #expect(error.leavesOutcomeUnknown)
            #expect(late.given == given.map { Duration.seconds($0) })
        }
    }

    @Test(
        "a port that takes a request and stays silent is not waited for longer than it was said, nor one amid its answer",
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
