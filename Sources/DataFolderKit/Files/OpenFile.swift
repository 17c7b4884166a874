import Documents
import FailureKit
import Glibc

/// Functions that write to open files, pipes and terminals.
package enum OpenFile {
    /// Writes all of `bytes`.
    ///
    /// - Throws: ``ClosedPipe`` if the output has no reader anymore; an error with exit code 74 for anything else, such
    ///   as a full disk.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EPIPE {
                throw ClosedPipe()
            } else if errno != EINTR {
                throw notWritten(errno)
            }
        }
    }

    /// Returns the error for a system error number; exit code 74.
    static func notWritten(_ number: Int32) -> CommandError {
        CommandError(
            .inputOutput, code: "outputFailed", "the output could not be written",
            reason: String(cString: strerror(number)),
            remedy: "free some space, or send the output somewhere else")
    }
}

/// The error of an output that has no reader anymore (`tapctl … | head -1`). The command ends without a message.
package struct ClosedPipe: Error {}
