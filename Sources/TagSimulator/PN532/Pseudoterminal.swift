import Glibc
import Synchronization
import TagKit

/// A serial port that has this program at its other end.
///
/// The port's own side is kept open as well: a client that closes the port does not end it.
final class Pseudoterminal: Sendable {
    /// This program's end: what clients write is read here. Non-blocking.
    let descriptor: Int32
    /// The port that clients open; the path holds no colon, which a connstring of libnfc could not carry.
    let path: String
    private let port: Int32
    private let isOpen = Mutex(true)

    /// Makes a port that passes all bytes unchanged.
    ///
    /// - Throws: `readerNotFound` when the system gives none.
    init() throws(TagError) {
        var ends: (mine: Int32, port: Int32) = (-1, -1)
        var name = [CChar](repeating: 0, count: 128)
        guard openpty(&ends.mine, &ends.port, &name, nil, nil) == 0 else {
            throw TagError(
                .readerNotFound, "the system gives no pseudoterminal for the virtual reader",
                reason: String(cString: strerror(errno)),
                remedy: "check that /dev/pts is mounted, and end programs that hold many terminals")
        }
        (descriptor, port) = (ends.mine, ends.port)
        path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        for end in [descriptor, port] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(descriptor, F_SETFL, O_RDWR | O_NONBLOCK)
        var settings = termios()
        tcgetattr(port, &settings)
        cfmakeraw(&settings)
        tcsetattr(port, TCSANOW, &settings)
    }

    deinit { hangUp() }

    /// Takes the port away: clients' reads and writes fail from here on. Nobody may use ``descriptor`` afterwards.
    func hangUp() {
        let wasOpen = isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
        guard wasOpen else { return }
        close(port)
        close(descriptor)
    }
}
