/// What stands on everything that was made with money that is none.
public enum TestMark {
    /// The sentence, the same in every language: it is looked for.
    public static let sentence = "TEST: no money moved, not a receipt"
}
