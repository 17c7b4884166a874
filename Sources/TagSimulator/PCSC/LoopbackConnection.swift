import Glibc
import TagKit

/// A TCP connection to a port on this machine. It transfers messages that begin with their length.
final class LoopbackConnection {
    let descriptor: Int32

    /// The maximum size in bytes of a message from pcscd: an extended APDU with its header. Source:
    /// pcsclite's `MAX_BUFFER_SIZE_EXTENDED`.
    private static let longestMessage = 65_548

    /// Connects to a port on this machine. Returns nil if the connection fails, for example because no
    /// program listens on the port.
    init?(port: UInt16) {
        let opened = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard opened >= 0 else { return nil }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(opened, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else {
            close(opened)
            return nil
        }
        descriptor = opened
    }

    deinit { close(descriptor) }

    /// Reads one message and returns its body. Returns nil if the peer has disconnected or the message is too
    /// long.
    func read() -> [UInt8]? {
        guard let length = read(2) else { return nil }
        let count = Int(bytes: length[0...1])
        guard count <= Self.longestMessage else { return nil }
        return count == 0 ? [] : read(count)
    }

    /// Sends all bytes.
    ///
    /// - Returns: `false` if the peer has disconnected.
    func write(_ bytes: [UInt8]) -> Bool {
        bytes.passed { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }

    private func read(_ count: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < count {
            // The driver writes length and body separately, and waits for the ACK of the first write, which Linux
            // delays by 40 ms. This option disables the delay, but only until the next read.
            var now: Int32 = 1
            setsockopt(
                descriptor, Int32(IPPROTO_TCP), TCP_QUICKACK, &now, socklen_t(MemoryLayout<Int32>.size))
            var buffer = [UInt8](repeating: 0, count: count - bytes.count)
            let got = recv(descriptor, &buffer, buffer.count, 0)
            if got < 0 && errno == EINTR { continue }
            guard got > 0 else { return nil }
            bytes += buffer.prefix(got)
        }
        return bytes
    }
}
