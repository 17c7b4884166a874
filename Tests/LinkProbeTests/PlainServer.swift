import Foundation
import Synchronization

/// A TCP server on a loopback port that responds to a connection's first bytes, or not at all.
final class PlainServer: Sendable {
    let port: Int
    private let listener: Int32
    private let connections = Mutex<[Int32]>([])
    private let (gone, goneSignal) = AsyncStream<Void>.makeStream()

    init(answer: @escaping @Sendable ([UInt8]) -> String?) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                bind(listener, place, length) | listen(listener, 16) | getsockname(listener, place, &length)
            }
        }
        guard listener >= 0, result == 0 else { throw CocoaError(.fileNoSuchFile) }
        (self.listener, port) = (listener, Int(UInt16(bigEndian: address.sin_port)))
        Thread.detachNewThread { [self] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { break }
                connections.withLock { $0.append(connection) }
                var buffer = [UInt8](repeating: 0, count: 4_096)
                var count = recv(connection, &buffer, buffer.count, 0)
                if let answer = answer(Array(buffer.prefix(max(0, count)))) {
                    _ = answer.withCString { send(connection, $0, answer.utf8.count, Int32(MSG_NOSIGNAL)) }
                } else {
                    while count > 0 { count = recv(connection, &buffer, buffer.count, 0) }
                    goneSignal.yield()
                }
                close(connection)
            }
        }
    }

    /// Waits until a client without a response has closed its connection.
    func waitUntilClientIsGone() async {
        for await _ in gone { break }
    }

    /// Stops listening. From now on, connections are refused.
    func end() {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }
}
