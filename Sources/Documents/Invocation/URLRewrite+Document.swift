package import InvocationRouter

extension URLRewrite.Change {
    /// An element of `changes` in a document.
    package var document: JSONValue {
        [
            "change": .string(kind.rawValue), "part": .string(part.rawValue), "from": JSONValue(from),
            "to": JSONValue(to), "message": .string(summary),
        ]
    }
}

extension [URLRewrite.Change] {
    /// The `changes` list of a document.
    package var document: JSONValue { .array(map(\.document)) }
}
