public import FailureKit

/// Why something with a database file could not be done.
///
/// `code` is what programs compare; the sentences are for people: what happened, why, and what to do next. They never
/// hold a value of a row.
public struct DatabaseFileError: Failure, Sendable {
    /// The kinds of failure; stable names, also the `code` of JSON errors.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        // The path: no file there, one that cannot be opened or written, one that is not ours.
        case missing, cannotOpen, readOnly, notADatabase, notOurs, alreadyExists
        // The file: written by a newer program, held by another one, exchanged under our hands, damaged.
        case newer, busy, replaced, corrupt
        // The disk.
        case full, inputOutput
        // What was asked of it.
        case closed, constraint, `internal`
    }

    /// What failed.
    public let code: Code
    /// The last component of the file's path.
    public let file: String
    /// A clause that says what happened, without a full stop.
    public let summary: String
    /// Why, with what proves it; may be empty.
    public let reason: String
    /// The step to take next; may be empty.
    public let remedy: String
    /// What SQLite said, where it was asked.
    public let underlying: (any Error)?

    /// Makes an error from its code, the file's path and the sentences.
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
    /// One line: the file, what happened and why.
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
