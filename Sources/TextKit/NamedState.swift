/// A state that has a code for programs and a name for people.
///
/// `docs/glossary.md` lists every code with its name and its meaning.
public protocol NamedState: RawRepresentable<String>, CaseIterable, Sendable {}

extension NamedState {
    /// The name of the state, as people see it.
    public var word: String { StateWord.of(rawValue) }
}

/// Functions that convert the codes of states to human-readable names.
public enum StateWord {
    /// Returns a code as words that are separated by spaces, such as `partially refunded`. The spelling is
    /// American, even if the code has British spelling.
    public static func of(_ code: String) -> String {
        switch code {
        case "cancelled": "canceled"
        case "cancelling": "canceling"
        default: code.replacing("_", with: " ")
        }
    }
}
