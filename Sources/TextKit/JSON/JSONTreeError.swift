/// The reason why bytes are not valid JSON.
public struct JSONTreeError: Error, Hashable, Sendable {
    /// The kinds of errors.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        case tooLarge, tooDeep, invalidUTF8, unexpectedEnd, unexpectedCharacter, badString, badNumber
        case trailingText
    }

    /// The code that identifies the kind of error.
    public let code: Code
    /// The offset of the error, in bytes from the start.
    public let offset: Int
    /// The number of the line with the error, starting at 1.
    public let line: Int
    /// The maximum size that was allowed, in bytes.
    public let byteLimit: Int

    /// A clause that describes what happened, without a period.
    public var summary: String {
        switch code {
        case .tooLarge: "the file has more than \(byteLimit) bytes"
        case .tooDeep: "lists and objects are nested more than \(JSONTree.depthLimit) levels deep"
        case .invalidUTF8: "the file is not UTF-8"
        case .unexpectedEnd: "the file ends too early"
        case .unexpectedCharacter: "there is unexpected text"
        case .badString: "a string contains a control character or an invalid escape"
        case .badNumber: "a number is not valid JSON"
        case .trailingText: "there is text after the end of the JSON value"
        }
    }

    /// The next step for the user, as a sentence.
    public var remedy: String {
        switch code {
        case .tooLarge, .tooDeep: "Check that this is the right file."
        case .invalidUTF8: "Save the file as UTF-8, without a byte order mark."
        case .unexpectedEnd, .unexpectedCharacter, .trailingText:
            "Check line \(line) for comments, and for a missing or extra comma, quotation mark or bracket."
        case .badNumber: "Check line \(line): write numbers like 12, -3 or 0.5, without leading zeros."
        case .badString: "Check line \(line): write a line break as \\n and a backslash as \\\\."
        }
    }
}
