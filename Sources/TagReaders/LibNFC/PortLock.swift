import Foundation
import Glibc
import TagKit

/// Keeps a second program off the reader's device file for as long as the value lives.
///
/// libnfc does not claim a serial port: two programs would open it and each would read half of the other's
/// answers. `flock` keeps out everybody who asks for it (tapctl, minicom, picocom); `TIOCEXCL` keeps out those
/// who do not ask, unless they are root.
final class PortLock: Sendable {
    /// The device file, open beside libnfc's own descriptor.
    let descriptor: Int32
    private let path: String
    /// `FD_SETSIZE`, less what libnfc and other threads open behind the lock.
    private static let highestDescriptor = Int32(1024 - 64)

    /// Opens `path` and locks it.
    ///
    /// - Throws: `readerNotFound` where it is not there or may not be opened, `readerBusy` where it is taken.
    init(path: String) throws(TagError) {
        // Nothing of `self` is set before all has gone well, or `deinit` would close the descriptor a second time.
        let opened = Glibc.open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard opened >= 0 else { throw Self.openFailed(path, errno) }
        // libnfc waits with select(2), which writes past its set of descriptors for a higher number.
        guard opened < Self.highestDescriptor else {
            Glibc.close(opened)
            throw Self.openFailed(path, EMFILE)
        }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            Glibc.close(opened)
            throw code == EWOULDBLOCK ? Self.busy(path) : Self.openFailed(path, code)
        }
        descriptor = opened
        self.path = path
    }

    deinit {
        if !isPseudoTerminal { _ = ioctl(descriptor, UInt(TIOCNXCL)) }
        // Closing alone is not enough while a child of this program is between fork and exec.
        flock(descriptor, LOCK_UN)
        Glibc.close(descriptor)
    }

    /// From here on the device file cannot be opened again; libnfc has to have it open already.
    ///
    /// A pty is left alone: the mark would outlive a killed program, because the virtual reader keeps its pty.
    func refuseOthers() {
        if !isPseudoTerminal { _ = ioctl(descriptor, UInt(TIOCEXCL)) }
    }

    /// Whether what was behind the device file is gone: unplugged, or the other end of the pty closed.
    var isHungUp: Bool {
        var state = pollfd(fd: descriptor, events: 0, revents: 0)
        guard poll(&state, 1, 0) > 0 else { return false }
        return state.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
    }

    /// Discards what the reader still sends after a failed command, until the line is silent for 30 ms.
    ///
    /// A late answer would otherwise be read as the answer to the next command. A USB adapter holds bytes back for
    /// 16 ms. Returns after 300 ms even if the line is never silent.
    func discardLateAnswer() {
        for _ in 0..<10 {
            tcflush(descriptor, TCIFLUSH)
            var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&state, 1, 30) > 0, state.revents & Int16(POLLIN) != 0 else { return }
        }
    }

    private var isPseudoTerminal: Bool { path.hasPrefix("/dev/pts/") }

    private static func busy(_ path: String) -> TagError {
        TagError(
            .readerBusy, "another program uses the reader", reason: "\(path) is locked",
            remedy: "close the other program (`fuser \(path)` names it) and try again")
    }

    private static func openFailed(_ path: String, _ code: Int32) -> TagError {
        let reason = "\(path): \(String(cString: strerror(code)))"
        return switch code {
        case EBUSY: busy(path)
        case EMFILE, ENFILE:
            TagError(
                .readerNotFound, "too many files are open to use a reader", reason: reason,
                remedy: "close some, or use the reader from a program of its own")
        case EACCES, EPERM:
            TagError(
                .readerNotFound, "the reader's port may not be opened", reason: reason,
                remedy: "join the port's group: `sudo usermod -aG dialout $USER`, then log in again")
        default:
            TagError(
                .readerNotFound, "there is no reader at this port", reason: reason,
                remedy: "plug it in", help: .listReaders)
        }
    }
}

/// A serial port from which nothing can be read, whatever comes in.
///
/// The line discipline waits for the end of a line before it gives anything out, and here no byte ends a line.
/// It holds for every descriptor of the port, libnfc's too.
struct PortDeafness {
    private let descriptor: Int32
    private let before: termios
    private let deaf: termios

    /// Makes a port deaf; nil where it is no port.
    init?(_ descriptor: Int32) {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else { return nil }
        (self.descriptor, before) = (descriptor, settings)
        settings.c_lflag |= tcflag_t(ICANON)
        // A line feed ends a line; it is taken for a carriage return, which does not.
        settings.c_iflag = (settings.c_iflag | tcflag_t(INLCR)) & ~tcflag_t(ICRNL)
        withUnsafeMutableBytes(of: &settings.c_cc) { for index in $0.indices { $0[index] = 0 } }
        deaf = settings
        // What came before would still be given out, as a line.
        tcflush(descriptor, TCIFLUSH)
        guard tcsetattr(descriptor, TCSANOW, &settings) == 0 else { return nil }
    }

    /// Lets the port hear again, without what has come in; not where libnfc has changed it meanwhile.
    func end() {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0, settings.c_lflag == deaf.c_lflag,
            settings.c_iflag == deaf.c_iflag
        else { return }
        settings = before
        tcsetattr(descriptor, TCSAFLUSH, &settings)
    }
}
