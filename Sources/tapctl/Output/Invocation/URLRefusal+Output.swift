import Documents
import InvocationRouter

extension CommandError {
    /// Creates the error for a refused URL: exit 65, with the intended URL as the remedy.
    init(_ refusal: URLRefusal) {
        let remedy: String
        switch (refusal.corrected, refusal.cause) {
        case (let corrected?, _): remedy = "you probably mean \(corrected)"
        case (nil, .invalid(let error)): remedy = error.hint
        case (nil, .unclear(.unknownLetter)): remedy = "f= names a fund, r=1 offers a monthly gift first"
        case (nil, .unclear): remedy = "write f= for a fund and r=1 for a monthly gift, with & between them"
        }
        self.init(
            .malformed, code: refusal.code, refusal.summary, reason: refusal.reason, remedy: remedy)
    }
}

extension URLRewrite.Change {
    /// An element of `changes` in a document.
    var document: JSONValue {
        [
            "change": .string(kind.rawValue), "part": .string(part.rawValue), "from": JSONValue(from),
            "to": JSONValue(to), "message": .string(summary),
        ]
    }
}

extension [URLRewrite.Change] {
    /// The `changes` list of a document.
    var document: JSONValue { .array(map(\.document)) }
}
