package import FailureKit

/// Why a command could not do what it was asked for, and with which number the program ends.
package struct CommandError: Failure {
    /// The kind of failure, which decides the number that the shell sees.
    package let category: FailureCategory
    /// A stable name for programs: the `code` of the JSON error.
    package let code: String
    /// What happened, in half a sentence.
    package let summary: String
    /// Why, with the values that prove it; may be empty.
    ///
    /// Each of its lines is indented. Text from a tag, a file or another program must pass through ``printable(_:)`` first:
    /// a line break in it would look like one of our lines.
    package let reason: String
    /// What to do next, in one line or several; may be empty.
    package let remedy: String
    /// Whether something was begun of which it is not known how it ended.
    package var isUnfinished = false
    /// Whether it is what the person at the terminal has chosen: then it is told without alarm.
    package var isChosen = false
    /// The document for `--json`, where a command has one of its own for a failure.
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

    /// The stable name of what happened.
    package var failureCode: String { code }

    /// What happened and why, in one line: the lines of the reason are joined by semicolons.
    package var sentence: String {
        reason.isEmpty ? summary : "\(summary): \(reason.split(separator: "\n").joined(separator: "; "))"
    }

    /// What stands on stdout when `--json` was asked for.
    package var json: JSONValue {
        document ?? [
            "object": "error", "code": .string(code), "exit_code": .int(Int(ExitCode(category).rawValue)),
            "message": .string(summary), "reason": .string(reason), "remedy": .string(remedy),
        ]
    }
}

extension CommandError {
    /// What a person who said no has chosen: exit 77.
    package static func chosen(_ summary: String) -> CommandError {
        var error = CommandError(.refused, code: "notConfirmed", summary)
        error.isChosen = true
        return error
    }

    /// The same error with another remedy.
    package func remedied(by remedy: String) -> CommandError {
        var error = CommandError(category, code: code, summary, reason: reason, remedy: remedy)
        error.document = document
        return error
    }

    /// The same error, with where it happened in front.
    package func prefixed(by place: String) -> CommandError {
        var error = CommandError(category, code: code, place + summary, reason: reason, remedy: remedy)
        error.document = document
        return error
    }

    /// The same error with the document that the command promises for it.
    package func documented(as document: JSONValue) -> CommandError {
        var error = self
        error.document = document
        return error
    }
}
