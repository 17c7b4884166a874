import Documents
import FailureKit
import Glibc

/// Files, pipes and terminals that are open for writing.
package enum OpenFile {
    /// Writes all of `bytes`.
    ///
    /// - Throws: ``ClosedPipe`` when nobody reads any more, exit 74 when the disk is full or the like.
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

    /// The error for a number of the system: exit 74.
    static func notWritten(_ number: Int32) -> CommandError {
        CommandError(
            .inputOutput, code: "outputFailed", "the output could not be written",
            reason: String(cString: strerror(number)), remedy: "make room, or send the output somewhere else")
    }
}

/// Nobody reads the output any more (`tapctl … | head -1`): the command ends quietly.
package struct ClosedPipe: Error {}
