/// The faults of a simulated reader and tag, with the points at which they occur. Runs with the same plan are
/// identical.
///
/// Data commands and page writes are counted from 0, over the whole lifetime of the simulated field. A data
/// command is a frame that the tag executes, except anticollision, selection, halt and RATS. A page write is
/// the programming of one EEPROM page.
public struct FaultPlan: Hashable, Sendable {
    /// The point in a session at which a fault occurs.
    public enum Moment: Hashable, Sendable {
        /// The data command with this index. The fault occurs before the command reaches the tag, or while
        /// the tag is responding.
        case command(Int)
        /// The page write with this index. The fault occurs while the page is being programmed.
        case pageWrite(Int)
    }

    /// A kind of fault.
    public enum Fault: Hashable, Sendable {
        /// The tag is removed before it receives the command. During a page write, the tag is removed while
        /// the page is being programmed. The associated value determines the page's content.
        case tagLeaves(TornWrite)
        /// The tag executes the command, but its response is lost.
        case answerLost
        /// The tag executes the command, and its response is late by this number of microseconds.
        case answerLate(microseconds: Int)
        /// The tag executes the command, and one bit of its response is inverted. The bit's index is counted
        /// from the first bit, modulo the length of the response.
        case bitError(bit: Int)
        /// The reader accepts the command but does not respond.
        case readerStalls
        /// The reader is unplugged.
        case readerVanishes
    }

    /// The faults, keyed by the points at which they occur.
    public var faults: [Moment: Fault]

    /// Creates a plan. By default, it contains no faults.
    public init(_ faults: [Moment: Fault] = [:]) { self.faults = faults }

    /// Returns a plan in which the tag is removed before data command `n`.
    public static func tagLeaves(beforeCommand n: Int) -> FaultPlan {
        FaultPlan([.command(n): .tagLeaves(.old)])
    }

    /// Returns a plan in which the tag is removed during page write `n`. The page then has the content that
    /// `tear` specifies.
    public static func tagLeaves(withinPageWrite n: Int, leaving tear: TornWrite) -> FaultPlan {
        FaultPlan([.pageWrite(n): .tagLeaves(tear)])
    }

    /// Returns a plan with one random fault at a random point in a session.
    ///
    /// - Parameters:
    ///   - generator: The random number generator.
    ///   - commands: The number of data commands in the session, at least 1.
    ///   - pageWrites: The number of page writes in the session. If it is 0, the fault occurs at a data
    ///     command.
    public static func drawn(
        from generator: inout SeededGenerator, commands: Int, pageWrites: Int
    ) -> FaultPlan {
        let command = Moment.command(Int.random(in: 0..<max(1, commands), using: &generator))
        let write = Moment.pageWrite(Int.random(in: 0..<max(1, pageWrites), using: &generator))
        let faults: [Moment: Fault] =
            switch Int.random(in: 0..<(pageWrites > 0 ? 9 : 6), using: &generator) {
            case 0: [command: .tagLeaves(.old)]
            case 1: [command: .answerLost]
            case 2: [command: .answerLate(microseconds: Int.random(in: 0..<100_000, using: &generator))]
            case 3: [command: .bitError(bit: Int.random(in: 0..<128, using: &generator))]
            case 4: [command: .readerStalls]
            case 5: [command: .readerVanishes]
            case 6: [write: .tagLeaves(.old)]
            case 7: [write: .tagLeaves(.new)]
            default: [write: .tagLeaves(.garbage(seed: generator.next()))]
            }
        return FaultPlan(faults)
    }
}

/// The content of a page if the tag was removed while the page was being programmed.
public enum TornWrite: Hashable, Sendable {
    /// The old content. Programming had not begun.
    case old
    /// The new content. Only the response was lost.
    case new
    /// Random bytes, which are generated from a seed. Programming was interrupted before it was complete.
    case garbage(seed: UInt64)
}
