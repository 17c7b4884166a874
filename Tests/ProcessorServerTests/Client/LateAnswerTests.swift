import Foundation
import Processor
import ProcessorClient
import Synchronization
import Testing

/// A processor that takes a request and gives no answer.
@Suite(.timeLimit(.minutes(2))) struct LateAnswerTests {
    /// A transport that fails as it is told, and counts.
    private final class Silence: ProcessorTransport {
        private let count = Mutex(0)
        private let error: any Error

        init(_ error: any Error) { self.error = error }

        var sent: Int { count.withLock { $0 } }

        func send(_ request: WireRequest) async throws -> WireAnswer {
            count.withLock { $0 += 1 }
            throw error
        }
    }

    /// A port of this machine that takes connections, says what it is told, and then nothing.
    private final class SilentPort: Sendable {
        let port: Int
        private let listener: Int32
        private let accepted = Mutex<Int32>(-1)

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
                let client = accept(listener, nil, nil)
                accepted.withLock { $0 = client }
                _ = text.withCString { write(client, $0, text.utf8.count) }
            }
        }

        /// Ends the thread, too: it holds this object until somebody has called.
        func end() {
            shutdown(listener, Int32(SHUT_RDWR))
            close(listener)
            accepted.withLock { if $0 >= 0 { _ = close($0) } }
        }
    }

    private static func failure(of transport: any ProcessorTransport) async throws -> ProcessorError {
        let patience = ProcessorClient.Patience(tries: 3) { _ in }
        let client = ProcessorClient(transport: transport, patience: patience)
        let error = await #expect(throws: ProcessorError.self) {
            try await client.answer("POST", "/v1/refunds", as: [String: String].self)
        }
        return try #require(error)
    }

    @Test("what breaks off is sent three times; what took all its time, once")
    func times() async throws {
        for (error, count) in [
            (CocoaError(.coderReadCorrupt), 3), (NoAnswerInTime(seconds: 30), 1),
        ] as [(any Error, Int)] {
            let silence = Silence(error)
            #expect(try await Self.failure(of: silence).leavesOutcomeUnknown)
            #expect(silence.sent == count)
        }
    }

    @Test(
        "a port that takes a request and stays silent is not waited for longer than it was said, nor one amid its answer",
        arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"object\":"])
    func silentPort(said: String) async throws {
        let port = try SilentPort(saying: said)
        defer { port.end() }
        let transport = try HTTPTransport(
            base: "http://127.0.0.1:\(port.port)", apiKey: "sk_test_1", seconds: 1)
        let error = try await Self.failure(of: transport)
        #expect(error.leavesOutcomeUnknown && error.message.contains("within 1 seconds"), "\(error.message)")
    }
}
