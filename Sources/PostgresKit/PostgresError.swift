public import FailureKit

/// The reason that an operation on a PostgreSQL database failed.
///
/// Programs compare `code`. The messages are for people, and describe what happened, why, and what to do
/// next. They never contain a value from a row, or a password.
public struct PostgresError: Failure, Sendable {
    /// The kinds of failures. The names are stable, and are also used as the `code` of JSON errors.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        // Problems with the setup: libpq is missing, or the address or the password file cannot be used.
        case noLibrary, malformedAddress, passwordInAddress, passwordFile
        // Problems with connecting: no server responds, or it rejects the user, the database or another
        // connection.
        case unreachable, wrongPassword, missing, notPermitted, tooManyConnections, starting
        // Problems with the server or database: it is unsuitable, read-only, belongs to other migrations, or already
        // contains data.
        case tooOld, wrongCollation, readOnly, newer, notOurs, notEmpty
        // Problems during a transaction: a conflict with other transactions, or an exceeded time limit.
        case conflict, busy, timeout
        // The connection was lost before the commit, so nothing was changed; or while committing, so the result is
        // unknown.
        case connectionLost, unknown
        // Problems with the server's disk.
        case full, inputOutput
        // Problems with the operation: the database is closed, a string contains NUL, a constraint was violated,
        // or this program has a bug.
        case closed, nulInText, constraint, `internal`
    }

    /// The kind of failure.
    public let code: Code
    /// The hosts and the name of the database, such as `a,b/church`.
    public let database: String
    /// A clause that describes what happened, without a period.
    public let summary: String
    /// The cause, with the relevant facts. It may be empty.
    public let reason: String
    /// The next step for the user. It may be empty.
    public let remedy: String
    /// The server's error code (PostgreSQL manual, appendix A). Nil if the server did not report the error.
    public let sqlState: String?

    /// Creates an error from its code, the database and the messages.
    public init(
        _ code: Code, at database: String, _ summary: String, reason: String = "", remedy: String = "",
        sqlState: String? = nil
    ) {
        self.code = code
        self.database = database
        self.summary = summary
        self.reason = Self.shown(reason)
        self.remedy = remedy
        self.sqlState = sqlState
    }
}

extension PostgresError {
    /// Returns the text with U+FFFD in place of each character that can control a terminal. The server could
    /// send such characters.
    private static func shown(_ text: String) -> String {
        let shown = text.unicodeScalars.map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .format: "\u{FFFD}"
            default: scalar
            }
        }
        return String(String.UnicodeScalarView(shown))
    }
}

extension PostgresError: CustomStringConvertible {
    /// The error as one line, with the database, what happened and why.
    public var description: String { "\(database): \(summary)" + (reason.isEmpty ? "" : " (\(reason))") }
}

extension PostgresError {
    /// The stable error code.
    public var failureCode: String { code.rawValue }

    /// The category of the failure, which determines the exit code of a command.
    public var category: FailureCategory {
        switch code {
        case .malformedAddress, .passwordInAddress: .usage
        case .missing: .notFound
        case .notOurs: .malformed
        case .notEmpty: .refused
        case .noLibrary, .passwordFile, .wrongPassword, .tooOld, .wrongCollation, .newer: .configuration
        case .notPermitted, .readOnly: .cannotCreate
        case .tooManyConnections, .starting, .conflict, .busy, .timeout: .tryAgain
        case .unreachable, .connectionLost, .unknown, .full, .inputOutput: .inputOutput
        case .nulInText: .usage
        case .closed, .constraint, .internal: .ourBug
        }
    }

    /// Whether the transaction was rolled back only because of a conflict with other transactions. If so, it
    /// can run again.
    var isConflict: Bool { sqlState.map { ["40001", "40P01"].contains($0) } ?? false }

    /// Whether a prepared statement can no longer be used, for example because another program has changed a
    /// table.
    var isStale: Bool { sqlState.map { ["0A000", "26000"].contains($0) } ?? false }

    /// Whether the transaction tried to insert a key that already exists. Another transaction may have
    /// inserted it at the same time.
    var isDuplicateKey: Bool { sqlState == "23505" }
}
