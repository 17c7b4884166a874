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

    /// Makes an error from its code, place and sentences; without a remedy it has the usual one of its code.
    public init(
        _ code: Code, at place: Place? = nil, _ summary: String, reason: String = "", remedy: String = ""
    ) {
        self.code = code
        self.place = place
        self.summary = summary
        self.reason = reason
        self.remedy = remedy.isEmpty ? code.usualRemedy : remedy
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
