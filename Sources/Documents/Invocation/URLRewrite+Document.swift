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
    /// The changes as the value of `changes` in a JSON document.
    package var document: JSONValue { .array(map(\.document)) }
}
