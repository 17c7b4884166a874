import Foundation
import TestSupport

/// A TCP server on a loopback port that responds to a connection's first bytes, or not at all.
final class PlainServer: Sendable {
    private let listener: LoopbackListener
    private let (gone, goneSignal) = AsyncStream<Void>.makeStream()

    var port: Int { listener.port }

    init(answer: @escaping @Sendable ([UInt8]) -> String?) throws {
        listener = try LoopbackListener()
        listener.accept { [goneSignal] connection in
            var buffer = [UInt8](repeating: 0, count: 4_096)
            var count = recv(connection, &buffer, buffer.count, 0)
            if let answer = answer(Array(buffer.prefix(max(0, count)))) {
                send(answer, on: connection)
            } else {
                while count > 0 { count = recv(connection, &buffer, buffer.count, 0) }
                goneSignal.yield()
            }
            close(connection)
        }
    }

    /// Waits until a client without a response has closed its connection.
    func waitUntilClientIsGone() async {
        for await _ in gone { break }
    }

    /// Stops listening. From now on, connections are refused.
    func end() { listener.end() }
}
