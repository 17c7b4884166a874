/// What a page holds when the field went away while it was being programmed.
public enum Tear: Hashable, Sendable {
    /// The programming had not begun.
    case old
    /// It was done; only the answer is missing.
    case new
    /// It stopped half way: bytes drawn from this seed.
    case garbage(seed: UInt64)
}
