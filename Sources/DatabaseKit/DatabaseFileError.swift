public import FailureKit

/// The reason why an operation on a database file failed.
///
/// Programs compare `code`. The texts are for people: what happened, why, and what to do next. They never contain a
/// value from a row.
public struct DatabaseFileError: Failure, Sendable {
    /// The kinds of failure. The names are stable, and are also the `code` of JSON errors.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        // Problems with the path: the file is missing, cannot be opened or written, or is not one of our databases.
        case missing, cannotOpen, readOnly, notADatabase, notOurs, alreadyExists
        // Problems with the file: it was written by a newer program, held by another one, replaced while open, or
        // damaged.
        case newer, busy, replaced, corrupt
        // Problems with the disk.
        case full, inputOutput
        // Problems with the operation.
        case closed, constraint, `internal`
    }

    /// The kind of failure.
    public let code: Code
    /// The last component of the file's path.
    public let file: String
    /// A clause that states what happened, without a full stop.
    public let summary: String
    /// The cause, with the values that show it; may be empty.
    public let reason: String
    /// The step to take next; may be empty.
    public let remedy: String
    /// SQLite's own error, if there is one.
    public let underlying: (any Error)?

    /// Creates an error from its code, the file's path and the texts.
    public init(
        _ code: Code, at path: String, _ summary: String, reason: String = "", remedy: String = "",
        underlying: (any Error)? = nil
    ) {
        self.code = code
        self.file = path.split(separator: "/").last.map(String.init) ?? path
        self.summary = summary
        self.reason = reason
        self.remedy = remedy
        self.underlying = underlying
    }
}

extension DatabaseFileError: CustomStringConvertible {
    /// The error as one line: the file, what happened and why.
    public var description: String { "\(file): \(summary)" + (reason.isEmpty ? "" : " (\(reason))") }
}

extension DatabaseFileError {
    /// The stable error code.
    public var failureCode: String { code.rawValue }

    /// The kind of failure.
    public var category: FailureCategory {
        switch code {
        case .busy: .tryAgain
        case .missing: .notFound
        case .notADatabase, .notOurs, .corrupt: .malformed
        case .newer: .configuration
        case .cannotOpen, .readOnly, .alreadyExists: .cannotCreate
        case .full, .inputOutput, .replaced: .inputOutput
        case .closed, .constraint, .internal: .ourBug
        }
    }
}
