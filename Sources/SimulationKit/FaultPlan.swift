/// What goes wrong, and when: a value, so that a run with the same plan is the same run.
///
/// Moments are counted from zero, over the whole life of the field: data commands are the frames a tag acts on
/// (anticollision, selection, halt and RATS are not counted), page writes are programmed EEPROM pages.
public struct FaultPlan: Hashable, Sendable {
    /// When something goes wrong.
    public enum Moment: Hashable, Sendable {
        /// Before data command `n` reaches the tag, or while it is answered.
        case command(Int)
        /// While page write `n` is done.
        case pageWrite(Int)
    }

    /// What goes wrong.
    public enum Fault: Hashable, Sendable {
        /// The tag is taken away: before the command is heard, or (at a page write) with the page left as `Tear` says.
        case tagLeaves(Tear)
        /// The tag acts, and its answer is not heard.
        case answerLost
        /// The tag acts, and answers so many microseconds later than it should.
        case answerLate(microseconds: Int)
        /// The tag acts, and one bit of its answer arrives inverted; counted from the first one, over and over.
        case bitError(bit: Int)
        /// The reader takes the command and says nothing more.
        case readerStalls
        /// The reader is pulled out.
        case readerVanishes
    }

    /// Faults by their moment.
    public var faults: [Moment: Fault]

    /// A plan of these faults; none unless given.
    public init(_ faults: [Moment: Fault] = [:]) { self.faults = faults }

    /// The tag is taken away before data command `n`.
    public static func tagLeaves(beforeCommand n: Int) -> FaultPlan {
        FaultPlan([.command(n): .tagLeaves(.old)])
    }

    /// The tag is taken away within page write `n`.
    public static func tagLeaves(withinPageWrite n: Int, leaving tear: Tear) -> FaultPlan {
        FaultPlan([.pageWrite(n): .tagLeaves(tear)])
    }
}
