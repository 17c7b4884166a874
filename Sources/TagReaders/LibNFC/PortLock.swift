import Foundation
import Glibc
import TagKit

/// An exclusive lock on the reader's device file. The lock is held until this object is deinitialized.
///
/// libnfc does not lock a serial port. If two programs opened the port, each would receive only some of its
/// responses. `flock` excludes other programs that also call `flock`, such as minicom and picocom. `TIOCEXCL`
/// excludes all other programs except those of root.
final class PortLock: Sendable {
    /// The file descriptor of the locked device file. libnfc opens the file separately.
    let descriptor: Int32
    private let path: String
    /// An upper limit for the file descriptor, slightly below `FD_SETSIZE`. The descriptors that libnfc and
    /// other threads open later must also be below `FD_SETSIZE`.
    private static let highestDescriptor = Int32(1024 - 64)

    /// Opens and locks the device file at `path`.
    ///
    /// - Throws: `readerNotFound` if the file does not exist or cannot be opened; `readerBusy` if it is
    ///   locked.
    init(path: String) throws(TagError) {
        // `self` is not initialized until all calls succeed; otherwise `deinit` would close the descriptor twice.
        let opened = Glibc.open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard opened >= 0 else { throw Self.openFailed(path, errno) }
        // libnfc uses select(2), which writes past its descriptor set for a higher number.
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
        // A child process between fork and exec would keep the lock if the descriptor were only closed.
        flock(descriptor, LOCK_UN)
        Glibc.close(descriptor)
    }

    /// Prevents other programs from opening the device file. Call this after libnfc has opened the file.
    ///
    /// Has no effect on a pseudoterminal. There, the restriction would remain after this program is killed,
    /// because the virtual reader keeps its pseudoterminal open.
    func refuseOthers() {
        if !isPseudoTerminal { _ = ioctl(descriptor, UInt(TIOCEXCL)) }
    }

    /// Whether the device no longer exists: the reader was unplugged, or the other end of the pseudoterminal
    /// was closed.
    var isHungUp: Bool {
        var state = pollfd(fd: descriptor, events: 0, revents: 0)
        guard poll(&state, 1, 0) > 0 else { return false }
        return state.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
    }

    /// Discards the bytes that the reader still sends after a failed command, until the line is silent for 30
    /// ms.
    ///
    /// If these bytes were not discarded, libnfc would treat a late response as the response to the next
    /// command. A USB adapter delays bytes by 16 ms, so 30 ms is enough. Returns after 300 ms even if the
    /// line does not become silent.
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
            .readerBusy, "another program is using the reader", reason: "\(path) is locked",
            remedy: "close the other program (`fuser \(path)` names it) and try again")
    }

    private static func openFailed(_ path: String, _ code: Int32) -> TagError {
        let reason = "\(path): \(String(cString: strerror(code)))"
        return switch code {
        case EBUSY: busy(path)
        case EMFILE, ENFILE:
            TagError(
                .readerNotFound, "too many files are open, so no reader can be used", reason: reason,
                remedy: "close some files, or use the reader in a separate process")
        case EACCES, EPERM:
            TagError(
                .readerNotFound, "you do not have permission to open the reader's port", reason: reason,
                remedy: "join the port's group, usually dialout: `sudo usermod -aG dialout $USER`; "
                    + "then log in again")
        case ENOENT, ENODEV, ENXIO:
            TagError(
                .readerNotFound, "there is no reader at this port", reason: reason,
                remedy: "plug the reader in", help: .listReaders)
        default:
            TagError(
                .readerNotFound, "the reader's port cannot be opened", reason: reason,
                remedy: "check that the path is a serial port, and connect the reader again",
                help: .listReaders)
        }
    }
}

/// A mode of a serial port in which reads never return data.
///
/// In this mode, the system delivers only complete lines, and no byte ends a line. The mode applies to every
/// descriptor of the port, including libnfc's.
struct PortDeafness {
    private let descriptor: Int32
    private let before: termios
    private let deaf: termios

    /// Switches a port to a mode in which reads return no data. Returns nil if the descriptor is not a serial
    /// port.
    init?(_ descriptor: Int32) {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else { return nil }
        (self.descriptor, before) = (descriptor, settings)
        settings.c_lflag |= tcflag_t(ICANON)
        // A line feed would end a line, so it is translated to a carriage return, which does not.
        settings.c_iflag = (settings.c_iflag | tcflag_t(INLCR)) & ~tcflag_t(ICRNL)
        withUnsafeMutableBytes(of: &settings.c_cc) { for index in $0.indices { $0[index] = 0 } }
        deaf = settings
        // Earlier data would still be delivered as a line.
        tcflush(descriptor, TCIFLUSH)
        guard tcsetattr(descriptor, TCSANOW, &settings) == 0 else { return nil }
    }

    /// Restores the port's previous mode and discards the data received in the meantime. Has no effect if
    /// libnfc has changed the mode.
    func end() {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0, settings.c_lflag == deaf.c_lflag,
            settings.c_iflag == deaf.c_iflag
        else { return }
        settings = before
        tcsetattr(descriptor, TCSAFLUSH, &settings)
    }
}
