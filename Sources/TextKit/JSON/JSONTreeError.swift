/// Why octets are no JSON text.
public struct JSONTreeError: Error, Hashable, Sendable {
    /// The kinds of failure.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        case tooLarge, tooDeep, invalidUTF8, unexpectedEnd, unexpectedCharacter, badString, badNumber
        case trailingText
    }

    /// What is wrong.
    public let code: Code
    /// Where: octets from the start.
    public let offset: Int
    /// The line, from 1.
    public let line: Int
    /// How many octets there might have been.
    public let byteLimit: Int

    /// What happened, in half a sentence without a full stop.
    public var summary: String {
        switch code {
        case .tooLarge: "the file has more than \(byteLimit) octets"
        case .tooDeep: "lists and objects stand more than \(JSONTree.depthLimit) deep in each other"
        case .invalidUTF8: "the file is not UTF-8"
        case .unexpectedEnd: "the file ends too early"
        case .unexpectedCharacter: "something stands where JSON has nothing like it"
        case .badString: "a string holds a control character or a bad escape"
        case .badNumber: "a number is not written as JSON wants it"
        case .trailingText: "something follows behind the end"
        }
    }

    /// The remedy, as a clause or sentence for people.
    public var remedy: String {
        switch code {
        case .tooLarge, .tooDeep: "Check whether this is the right file."
        case .invalidUTF8: "Save it as UTF-8, without a byte order mark."
        case .unexpectedEnd, .unexpectedCharacter, .badNumber, .trailingText:
            "Look at line \(line): a comma, a quote or a bracket is missing or too many; JSON has no comments."
        case .badString: "Look at line \(line): write a line break as \\n and a backslash as \\\\."
        }
    }
}
