import Documents
import TagSecurity

extension Originality {
    /// The `originality` of a tag's document.
    var document: JSONValue {
        [
            "result": .string(code), "family": JSONValue(family),
            "message": .string(summary), "meaning": .string(meaning),
        ]
    }

    /// The answer as a fact of `tag info`: coloured, and in words without the colour.
    func text(style: Style) -> String {
        switch self {
        case .genuine: style.green(summary)
        case .notGenuine: style.yellow(summary)
        case .cannotBeChecked: summary
        }
    }

    /// A tag that is not genuine works mostly, and its owner wants to know.
    func warn() {
        if case .notGenuine = self { Talk.warn("\(summary). \(meaning)") }
    }
}
