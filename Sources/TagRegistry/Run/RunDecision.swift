public import TagKit

/// What is done with the tag that is on the reader.
public enum RunDecision: Hashable, Sendable {
    /// It is written for this row. Without steps in the plan it holds the row's URL already.
    ///
    /// - Parameter releasing: The tag that was begun for the row, is not at hand, and gives the row up.
    case take(BatchRow, ProgrammingPlan, releasing: String? = nil)
    /// This row has it and it holds what was written: nothing is done.
    case done(BatchRow)
    /// It holds something else, which a person may allow to replace.
    case ask(BatchRow, BatchFailure)
    /// It is not taken.
    ///
    /// - Parameter row: The row that it was held up for; nil where every row has its tag.
    case setAside(BatchRow?, BatchFailure)
    /// It could be written, and no row waits for a tag.
    case noRowLeft
}
