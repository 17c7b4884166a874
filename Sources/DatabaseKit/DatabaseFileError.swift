public import FailureKit
import FileKit

/// An error from a database operation.
///
/// Programs compare `code`. The messages are for people: they describe what happened, why, and what to do
/// next. A message never contains a value from a row.
public struct DatabaseFileError: Failure, Sendable {
    /// The kinds of failures. The names are stable, and are also used as the `code` of JSON errors.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        // Problems with the path: the file is missing, cannot be opened or written, or is not a database of this
        // program.
        case missing, cannotOpen, readOnly, notADatabase, notOurs, alreadyExists
        // Problems with the file: it was written by a newer version, is locked by another program, was replaced while
        // it was open, or is damaged.
        case newer, busy, replaced, corrupt
        // Problems with the disk: it is full, or reading or writing failed.
        case full, inputOutput
        // Problems with a database server: it cannot be reached, or the connection was lost during a commit, so that
        // the transaction may or may not be committed.
        case unreachable, unknownOutcome
        // Problems with the operation: the file is closed, a constraint was violated, or this program has an error.
        case closed, constraint, `internal`
    }

    /// The kind of failure.
    public let code: Code
    /// The last component of the file's path.
    public let file: String
    /// A clause that describes what happened, without a period.
    public let summary: String
    /// The cause, with the relevant values. May be empty.
    public let reason: String
    /// The next step for the user. May be empty.
    public let remedy: String
    /// The database engine's own error, or nil.
    public let underlying: (any Error)?

    /// Creates an error. Only the last component of `path` is kept.
    public init(
        _ code: Code, at path: String, _ summary: String, reason: String = "", remedy: String = "",
        underlying: (any Error)? = nil
    ) {
        self.code = code
        file = AtomicFile.name(of: path)
        self.summary = summary
        self.reason = reason
        self.remedy = remedy
        self.underlying = underlying
    }
}

extension DatabaseFileError: CustomStringConvertible {
    /// A one-line description, with the file name, the summary and the reason.
    public var description: String { "\(file): \(summary)" + (reason.isEmpty ? "" : " (\(reason))") }
}

extension DatabaseFileError {
    /// The stable error code.
    public var failureCode: String { code.rawValue }

    /// The category of the failure, which depends on the code.
    public var category: FailureCategory {
        switch code {
        case .busy, .unreachable: .tryAgain
        case .missing: .notFound
        case .notADatabase, .notOurs, .corrupt: .malformed
        case .newer: .configuration
        case .cannotOpen, .readOnly, .alreadyExists: .cannotCreate
        case .full, .inputOutput, .replaced, .unknownOutcome: .inputOutput
        case .closed, .constraint, .internal: .ourBug
        }
    }
}
