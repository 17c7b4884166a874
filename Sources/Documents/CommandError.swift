package import FailureKit

/// The failure of a command, with its message and the category that determines the exit code.
package struct CommandError: Failure {
    /// The kind of failure, which determines the exit code.
    package let category: FailureCategory
    /// A stable identifier for programs: the `code` of the JSON error.
    package let code: String
    /// A clause that summarizes the failure.
    package private(set) var summary: String
    /// The cause of the failure, with the values that caused it. Can be empty.
    ///
    /// Each line is printed indented. Pass text from a tag, a file or another program through
    /// ``printable(_:)`` first. Otherwise, a line break in that text would look like a line break of this
    /// message.
    package let reason: String
    /// The next step for the user, on one or more lines. Can be empty.
    package private(set) var remedy: String
    /// Whether the command started an operation whose outcome is unknown.
    package var isUnfinished = false
    /// Whether the user declined a confirmation. If so, only the summary is printed, without `error:`.
    package var isChosen = false
    /// A JSON document that is printed instead of the standard one; nil for the standard document.
    package var document: JSONValue?

    package init(
        _ category: FailureCategory, code: String, _ summary: String, reason: String = "", remedy: String = ""
    ) {
        self.category = category
        self.code = code
        self.summary = summary
        self.reason = reason
        self.remedy = remedy
    }

    package var failureCode: String { code }

    /// The summary and the reason on one line. Semicolons separate the lines of the reason.
    package var sentence: String {
        reason.isEmpty ? summary : "\(summary): \(reason.split(separator: "\n").joined(separator: "; "))"
    }

    /// The JSON document that is printed to stdout if JSON output was requested.
    package var json: JSONValue {
        document ?? [
            "object": "error", "code": code.json, "exit_code": .int(Int(ExitCode(category).rawValue)),
            "message": summary.json, "reason": reason.json, "remedy": remedy.json,
        ]
    }
}

extension CommandError {
    /// Returns the error for a command that the user did not confirm. The exit code is 77.
    package static func chosen(_ summary: String) -> CommandError {
        var error = CommandError(.refused, code: "notConfirmed", summary)
        error.isChosen = true
        return error
    }

    /// Returns a copy of this error with a different remedy.
    package func remedied(by remedy: String) -> CommandError {
        var error = self
        error.remedy = remedy
        return error
    }

    /// Returns a copy of this error whose summary starts with a location, such as a file name.
    package func prefixed(by place: String) -> CommandError {
        var error = self
        error.summary = place + summary
        return error
    }

    /// Returns a copy of this error with a JSON document that replaces the standard one.
    package func documented(as document: JSONValue) -> CommandError {
        var error = self
        error.document = document
        return error
    }
}
