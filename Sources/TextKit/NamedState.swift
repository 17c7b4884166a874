/// A state with a code for programs and a displayed word.
///
/// `docs/glossary.md` lists every code with its word and its meaning.
public protocol NamedState: RawRepresentable<String>, CaseIterable, Sendable {}

extension NamedState {
    /// The word shown to people.
    public var word: String { StateWord.of(rawValue) }
}

/// The words for states.
public enum StateWord {
    /// Returns the code with spaces: `partially refunded`. The spelling is American, even if the code's is not.
    public static func of(_ code: String) -> String {
        switch code {
        case "cancelled": "canceled"
        case "cancelling": "canceling"
        default: code.replacing("_", with: " ")
        }
    }
}
