import Foundation
import Glibc

/// A socket that forwards connections to PostgreSQL's socket, and delays everything in both directions, as a
/// network would. Linux itself delays packets only with a kernel module that many machines lack.
struct DelayedServer {
    /// The folder of the socket, which libpq accepts as a host.
    let folder: String

    /// - Parameters:
    ///   - server: The folder of PostgreSQL's socket.
    ///   - delay: The delay in each direction in microseconds. Linux may add about 50 microseconds.
    init(in folder: String, before server: String, delay: UInt32) throws {
        self.folder = folder
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        unlink("\(folder)/.s.PGSQL.5432")
        guard Self.withAddress(of: folder, { bind(listener, $0, $1) }) == 0, listen(listener, 64) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        Thread.detachNewThread {
            while true {
                let client = accept(listener, nil, nil)
                let target = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
                guard client >= 0, Self.withAddress(of: server, { connect(target, $0, $1) }) == 0 else {
                    return
                }
                for (from, to) in [(client, target), (target, client)] {
                    Thread.detachNewThread { Self.forward(from, to, delay) }
                }
            }
        }
    }

    private static func forward(_ from: Int32, _ to: Int32, _ delay: UInt32) {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(from, &bytes, bytes.count)
            guard count > 0 else { break }
            usleep(delay)
            var sent = 0
            while sent < count {
                let more = bytes.withUnsafeBytes {
                    write(to, $0.baseAddress?.advanced(by: sent), count - sent)
                }
                guard more > 0 else { break }
                sent += more
            }
        }
        shutdown(to, Int32(SHUT_WR))
    }

    private static func withAddress(of folder: String, _ use: (UnsafePointer<sockaddr>, socklen_t) -> Int32)
        -> Int32
    {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) {
            $0.copyBytes(from: "\(folder)/.s.PGSQL.5432".utf8.prefix(107))
        }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                use($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
