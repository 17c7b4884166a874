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
        /// The tag is taken away: before the command is heard, or (at a page write) with the page left as `TornWrite`
        /// says.
        case tagLeaves(TornWrite)
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
    public static func tagLeaves(withinPageWrite n: Int, leaving tear: TornWrite) -> FaultPlan {
        FaultPlan([.pageWrite(n): .tagLeaves(tear)])
    }

    /// A plan of one fault, of any kind and at any moment of a session.
    ///
    /// - Parameters:
    ///   - commands: How many data commands the session has, at least 1.
    ///   - pageWrites: How many page writes it has; none of them fails when it is 0.
    public static func drawn(
        from generator: inout SeededGenerator, commands: Int, pageWrites: Int
    ) -> FaultPlan {
        let command = Moment.command(Int.random(in: 0..<max(1, commands), using: &generator))
        let write = Moment.pageWrite(Int.random(in: 0..<max(1, pageWrites), using: &generator))
        switch Int.random(in: 0..<(pageWrites > 0 ? 9 : 6), using: &generator) {
        case 0: return FaultPlan([command: .tagLeaves(.old)])
        case 1: return FaultPlan([command: .answerLost])
        case 2:
            let microseconds = Int.random(in: 0..<100_000, using: &generator)
            return FaultPlan([command: .answerLate(microseconds: microseconds)])
        case 3: return FaultPlan([command: .bitError(bit: Int.random(in: 0..<128, using: &generator))])
        case 4: return FaultPlan([command: .readerStalls])
        case 5: return FaultPlan([command: .readerVanishes])
        case 6: return FaultPlan([write: .tagLeaves(.old)])
        case 7: return FaultPlan([write: .tagLeaves(.new)])
        default: return FaultPlan([write: .tagLeaves(.garbage(seed: generator.next()))])
        }
    }
}

/// The content of a page if the field was lost while it was being programmed.
public enum TornWrite: Hashable, Sendable {
    /// The old content: programming had not started.
    case old
    /// The new content: only the response was lost.
    case new
    /// Random bytes from this seed: programming stopped halfway.
    case garbage(seed: UInt64)
}
