/// A state that programs read by its code, and people by one word wherever it is shown.
///
/// `docs/glossary.md` lists every code, its word and its meaning.
public protocol NamedState: RawRepresentable<String>, CaseIterable, Sendable {}

extension NamedState {
    /// What people read.
    public var word: String { StateWord.of(rawValue) }
}

/// The words of states.
public enum StateWord {
    /// The code with spaces: `partially refunded`. American spelling, also for codes that were named otherwise.
    public static func of(_ code: String) -> String {
        code == "cancelled" ? "canceled" : code.replacing("_", with: " ")
    }
}
