/// How far a batch is; `rows` is the sum of `verified`, `writing` and `open`.
public struct BatchCounts: Hashable, Sendable {
    /// All rows.
    public var rows: Int { verified + writing + open }
    /// Rows whose tag is written and read back.
    public var verified: Int
    /// Rows whose tag was begun and not ended.
    public var writing: Int
    /// Rows that wait for a tag.
    public var open: Int
    /// How often a tag was set aside, for whatever reason; its row went on to another tag.
    public var setAside: Int

    /// Counts of a batch.
    public init(verified: Int = 0, writing: Int = 0, open: Int = 0, setAside: Int = 0) {
        self.verified = verified
        self.writing = writing
        self.open = open
        self.setAside = setAside
    }
}
