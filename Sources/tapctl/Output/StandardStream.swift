import DataFolderKit
import Documents
import FailureKit
import Glibc

/// A standard stream of the process: stdout for data, stderr for messages.
struct StandardStream: Sendable {
    /// The file descriptor: 1 or 2.
    let descriptor: Int32
    /// Whether the stream is a terminal.
    let isTerminal: Bool
    /// The style of text on this stream, with color only on a terminal that supports it.
    let style: Style

    /// The stream for data: the actual output of a command.
    static let out = StandardStream(1)
    /// The stream for messages: progress, questions and errors.
    static let err = StandardStream(2)

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
        isTerminal = isatty(descriptor) == 1
        style = Style(
            isEnabled: isTerminal && environmentVariable("NO_COLOR", default: "").isEmpty
                && environmentVariable("TERM", default: "dumb") != "dumb",
            columns: isTerminal ? Self.columns(of: descriptor) : nil)
    }

    /// Returns the width of a terminal in characters; nil if it is unknown.
    private static func columns(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Opens `/dev/null` for each standard stream that is closed. If the stream's descriptor stayed free, a
    /// port or file that is opened later could get it, and receive text that was meant for the stream.
    ///
    /// Afterward, writing to a closed stdout is an error, and text for a closed stderr is discarded.
    static func fillGaps() {
        for (number, mode) in [(0, O_WRONLY), (1, O_RDONLY), (2, O_WRONLY)]
        where fcntl(Int32(number), F_GETFD) < 0 {
            _ = open("/dev/null", mode)
        }
    }

    /// Writes all of `text`.
    ///
    /// - Throws: ``ClosedPipe`` if the other end is closed; an error with exit code 74 for other failures,
    ///   such as a full disk.
    func write(_ text: String) throws { try write(Array(text.utf8)) }

    /// Writes all of `bytes`.
    func write(_ bytes: [UInt8]) throws { try OpenFile.write(bytes, to: descriptor) }
}
