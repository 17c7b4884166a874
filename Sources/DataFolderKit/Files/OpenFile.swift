import Documents
import FailureKit
import FileKit
import Glibc

/// Functions that write to open files, pipes and terminals.
package enum OpenFile {
    /// Writes all bytes to an open file.
    ///
    /// - Throws: ``ClosedPipe`` if the output no longer has a reader; an error with exit code 74 for any
    ///   other failure, such as a full disk.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) throws {
        do {
            try OutputFile.write(bytes, to: descriptor)
        } catch {
            if error.number == EPIPE { throw ClosedPipe() }
            throw notWritten(error.number)
        }
    }

    /// Returns the error for a failed write with this system error number. The exit code is 74.
    static func notWritten(_ number: Int32) -> CommandError {
        CommandError(
            .inputOutput, code: "outputFailed", "cannot write the output",
            reason: systemWords(for: number),
            remedy: "free some disk space, or write the output to another location")
    }
}

/// The error for an output that no longer has a reader, such as a pipe to a program that has ended. A command
/// that throws this error ends without a message.
package struct ClosedPipe: Error {}
