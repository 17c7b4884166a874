public import FailureKit

/// Why a file of a tag could not be read or written.
///
/// `code` is what programs compare; the sentences are for people: what happened, why, and what to do next.
public struct DumpError: Failure, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure; stable names, also the `code` of JSON errors.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        // The file as a whole.
        case emptyFile, fileTooLarge, unknownFormat, unsupportedVersion, unsupportedType, notText
        // One line or one place in it.
        case lineTooLong, malformedLine, malformedJSON, missingField, duplicateField, wrongLength, outOfRange
        // Writing.
        case incomplete, notRepresentable
    }

    /// Where in the file, counted as people do for text and as tools do for bytes.
    public enum Place: Hashable, Sendable {
        /// A line of a text file, from 1.
        case line(Int)
        /// A byte of a binary file, from 0.
        case byte(Int)
    }

    /// What a program can offer: a fact, for which each program has words of its own.
    public enum Help: Hashable, Sendable {
        /// To look what is wrong with the tag, and to take the format that holds the most.
        case check
        /// To convert the file at this path into the format in which tags are kept.
        case convert(String)
        /// To write the message onto a tag.
        case restore
        /// To read the tag; or to choose the other program's full scan, or its report as text.
        case readOrScan, readOrReport
    }

    /// What failed.
    public let code: Code
    /// Where it failed; nil where the whole file is meant.
    public let place: Place?
    /// What happened, in half a sentence without a full stop.
    public let summary: String
    /// Why, with the values that prove it; may be empty.
    public let reason: String
    /// What to do next.
    public let remedy: String
    /// What a program can offer against it; nil where there is nothing but the remedy.
    public let help: Help?

    /// Makes an error from its code, place and sentences; without a remedy it has the usual one of its code.
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

    /// One line: the place, what happened and why.
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
    /// What to do where nothing better is known.
    fileprivate var usualRemedy: String {
        switch self {
        case .emptyFile, .fileTooLarge, .notText, .lineTooLong:
            "check that this is a file of a tag, and save it again where it came from"
        case .unknownFormat, .unsupportedVersion, .unsupportedType: "docs/tag-files.md lists what is read"
        case .malformedLine, .malformedJSON, .missingField, .duplicateField, .wrongLength, .outOfRange:
            "correct the file there, or save it again where it came from"
        case .incomplete, .notRepresentable: "take another format; Flipper's holds the most"
        }
    }
}

extension DumpError {
    /// The stable name of what happened.
    public var failureCode: String { code.rawValue }

    /// The kind of failure.
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
