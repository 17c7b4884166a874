import Foundation

/// A TCP socket that listens on a free port of 127.0.0.1.
public struct LoopbackListener: Sendable {
    /// The port chosen by the system.
    public let port: Int
    private let descriptor: Int32

    /// Starts to listen. Connections wait until ``accept(_:)`` is called.
    public init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                bind(descriptor, place, length) | listen(descriptor, 128)
                    | getsockname(descriptor, place, &length)
            }
        }
        guard descriptor >= 0, result == 0 else { throw CocoaError(.fileNoSuchFile) }
        (self.descriptor, port) = (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }

    /// Accepts connections on its own thread until ``end()``, and passes each descriptor to `take`.
    public func accept(_ take: @escaping @Sendable (Int32) -> Void) {
        Thread.detachNewThread { [descriptor] in
            while true {
                let connection = Foundation.accept(descriptor, nil, nil)
                guard connection >= 0 else { break }
                take(connection)
            }
            close(descriptor)
        }
    }

    /// Stops listening: from now on, connections are refused.
    public func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}

/// Sends a text on a connected socket. If the peer has closed it, nothing happens.
public func send(_ text: String, on connection: Int32) {
    _ = text.withCString { Foundation.send(connection, $0, text.utf8.count, Int32(MSG_NOSIGNAL)) }
}
