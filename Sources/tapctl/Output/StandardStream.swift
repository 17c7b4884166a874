import DataFolderKit
import Documents
import FailureKit
import Glibc

/// A standard stream: stdout for data, stderr for messages.
struct StandardStream: Sendable {
    /// The file descriptor: 1 or 2.
    let descriptor: Int32
    /// Whether a person looks at it.
    let isTerminal: Bool
    /// What may be written to it: colour only on a terminal that has it.
    let style: Style

    /// Data: what a command was asked for.
    static let out = StandardStream(1)
    /// Terminal: progress, questions, errors.
    static let err = StandardStream(2)

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
        isTerminal = isatty(descriptor) == 1
        style = Style(
            isEnabled: isTerminal && environmentVariable("NO_COLOR", default: "").isEmpty
                && environmentVariable("TERM", default: "dumb") != "dumb",
            columns: isTerminal ? Self.columns(of: descriptor) : nil)
    }

    /// The width of a terminal; nil where it does not tell.
    private static func columns(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Opens what the caller has closed of the standard streams, so that no port or file of ours takes its number
    /// and is written to as if it were one of them.
    ///
    /// What is written to a closed stdout is an error then, and what is said on a closed stderr goes nowhere.
    static func fillGaps() {
        for (number, mode) in [(0, O_WRONLY), (1, O_RDONLY), (2, O_WRONLY)]
        where fcntl(Int32(number), F_GETFD) < 0 {
            _ = open("/dev/null", mode)
        }
    }

    /// Writes all of `text`.
    ///
    /// - Throws: ``ClosedPipe`` when nobody reads any more, exit 74 when the disk is full or the like.
    func write(_ text: String) throws { try write(Array(text.utf8)) }

    /// Writes all of `bytes`.
    func write(_ bytes: [UInt8]) throws { try OpenFile.write(bytes, to: descriptor) }
}
