package import InvocationRouter

extension URLRewrite.Change: Documented {
    package static let fields = DocumentFields<URLRewrite.Change> {
        Field("change") { $0.kind }
        Field("part") { $0.part }
        Field("from") { $0.from }
        Field("to") { $0.to }
        Field("message") { $0.summary }
    }
}

extension [URLRewrite.Change] {
    /// A JSON array of the changes, for the `changes` field of a JSON document.
    package var document: JSONValue { .array(map(\.document)) }
}
