import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import StaffAccess

/// The input of a new password, which is either typed twice at a terminal without echo or read from standard
/// input.
enum PasswordInput {
    /// Checks the value of a `--password` option, which can only be `-`.
    static func validate(_ option: String?) throws {
        if let option, option != "-" {
            throw ValidationError(
                "Other users can see a command's options. Use --password - to read the password from standard input."
            )
        }
    }

    /// Returns the new password: the first line of standard input if `fromInput` is true, otherwise the
    /// password that is typed twice at the terminal.
    ///
    /// - Throws: An error with exit code 64 if the two entries differ; 65 if standard input is too long; 77
    ///   if a password must be typed but there is no terminal.
    static func password(fromInput: Bool) async throws -> String {
        guard fromInput else { return try await typed() }
        let bytes = try Input.read("-", limit: StaffPassword.maxBytes + 2)
        let line = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).first ?? []
        return String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }

    private static func typed() async throws -> String {
        guard Question.isTyped else {
            throw CommandError(
                .refused, code: "notAsked", "there is no terminal on which to type the password",
                remedy: "use --password - to read the password from standard input")
        }
        let first = try await Question.hidden("Type the new password; it is not shown.")
        let second = try await Question.hidden("Type the password again.")
        guard first == second else {
            throw CommandError(
                .usage, code: "passwordsDiffer", "the two passwords do not match",
                reason: "nothing was saved",
                remedy: "run the command again")
        }
        return first
    }
}
