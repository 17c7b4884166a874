public import TagSecurity

/// What came of one tag that was held to a reader.
public struct TagResult: Hashable, Sendable {
    /// What came of it.
    public enum Outcome: Hashable, Sendable {
        /// Written or found right, read back, protected as the batch says, recorded: it can be removed.
        case verified
        /// Its row had it before, and it holds what it was given.
        case doneAlready
        /// Not taken; its row waits for another.
        case setAside(BatchFailure)
        /// It left, or was lost, before it was done: its row waits for this same tag.
        case left(BatchFailure)
        /// Nothing was learned of it: two tags at once, or gone before it was read.
        case notRead(BatchFailure)
        /// Every row has its tag.
        case noRowLeft
    }

    /// What came of it.
    public var outcome: Outcome
    /// The row that it was held up for; nil where there is none.
    public var row: BatchRow?
    /// Its UID, upper-case hex; nil where it was not read.
    public var uid: String?
    /// Its product; nil where it was not read.
    public var product: String?
    /// What is to be thought of its maker; nil where nobody asked.
    public var originality: Originality?
    /// The tag that was begun for the row before and has given it up.
    public var released: String?
    /// Page writes that were sent.
    public var pagesWritten = 0
    /// RF data commands that were sent.
    public var commands = 0

    /// A result, as far as nothing more is known.
    public init(_ outcome: Outcome, row: BatchRow? = nil) {
        self.outcome = outcome
        self.row = row
    }
}
