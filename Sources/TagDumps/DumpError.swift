public import FailureKit

/// An error that occurs when a tag file is read or written.
///
/// Programs compare `code`. The sentences are for people: they describe the problem, its cause, and what to
/// do next.
public struct DumpError: Failure, Hashable, Sendable, CustomStringConvertible {
    /// The error codes. They are stable and also appear as `code` in JSON errors.
    public enum Code: String, Sendable, CaseIterable {
        // Errors in the file as a whole.
        case emptyFile, fileTooLarge, unknownFormat, unsupportedVersion, unsupportedType, notText
        // Errors in one line or at one position.
        case lineTooLong, malformedLine, malformedJSON, missingField, duplicateField, wrongLength, outOfRange
        // Errors in writing.
        case incomplete, notRepresentable
    }

    /// A position in a tag file.
    public enum Place: Hashable, Sendable {
        /// A line of a text file, counted from 1.
        case line(Int)
        /// A byte of a binary file, counted from 0.
        case byte(Int)
    }

    /// A next step that a program can suggest to the user in its own words.
    public enum Help: Hashable, Sendable {
        /// Check the tag for problems, or use the format that preserves the most facts.
        case check
        /// Check the tag for problems. No other format is suggested, because the requested format already
        /// preserves the most facts.
        case checkTag
        /// Convert the file at this path to the file format that virtual tags use.
        case convert(String)
        /// Write the message in the file to a tag.
        case restore
        /// `readOrScan`: Read the tag itself, or repeat the scan as a full scan in the app that created the
        /// report. `readOrReport`: Read the tag itself, or export the app's report as text.
        case readOrScan, readOrReport
    }

    /// The error's code.
    public let code: Code
    /// The position of the problem; nil if the problem concerns the whole file.
    public let place: Place?
    /// A clause that describes the problem, without a period.
    public let summary: String
    /// The cause, with the observed values. May be empty.
    public let reason: String
    /// The next step for the user.
    public let remedy: String
    /// The next step as a value that a program can put into its own words; nil if only `remedy` describes the
    /// step.
    public let help: Help?

    /// Creates an error with a code, a position and its messages. If `remedy` is empty, the default remedy
    /// for the code is used.
    public init(
        _ code: Code, at place: Place? = nil, _ summary: String, reason: String = "", remedy: String = "",
        help: Help? = nil
    ) {
        self.code = code
        self.place = place
        self.summary = summary
        self.reason = reason
        self.remedy = remedy.isEmpty ? code.usualRemedy : remedy
        self.help = help
    }

    /// The position of the problem, the summary and the reason, on one line.
    public var description: String {
        let location =
            switch place {
            case .line(let number): "line \(number): "
            case .byte(let offset): "byte \(offset): "
            case nil: ""
            }
        return location + summary + (reason.isEmpty ? "" : " (\(reason))")
    }
}

extension DumpError.Code {
    /// The default remedy for errors with this code.
    fileprivate var usualRemedy: String {
        switch self {
        case .emptyFile, .fileTooLarge, .notText, .lineTooLong:
            "check that this is a tag file, and save it again in the program that created it"
        case .unknownFormat, .unsupportedVersion, .unsupportedType:
            "use a file in a supported format; docs/tag-files.md lists them"
        case .malformedLine, .malformedJSON, .missingField, .duplicateField, .wrongLength, .outOfRange:
            "correct the file, or save it again in the program that created it"
        case .incomplete, .notRepresentable: "use another format; Flipper's format preserves the most data"
        }
    }
}

extension DumpError {
    /// The raw value of `code`.
    public var failureCode: String { code.rawValue }

    /// The kind of failure, which `code` determines.
    public var category: FailureCategory {
        switch code {
        case .incomplete, .notRepresentable: .cannotCreate
        case .emptyFile, .fileTooLarge, .unknownFormat, .unsupportedVersion, .unsupportedType,
            .notText, .lineTooLong, .malformedLine, .malformedJSON, .missingField, .duplicateField,
            .wrongLength, .outOfRange:
            .malformed
        }
    }
}
