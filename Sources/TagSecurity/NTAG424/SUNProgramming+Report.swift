public import TagKit

extension SUNProgramming {
    /// What came of it.
    public struct Report: Hashable, Sendable {
        /// The tag.
        public let uid: [UInt8]
        /// What it is.
        public let product: String
        /// The keys that were changed, in order.
        public let changedKeys: [UInt8]
        /// The URL that the tag made when it was read at the end.
        public let url: String
        /// That URL's code, proved with the batch's keys.
        public let tap: SUNTap
        /// A counter that was seen of this tag and is not yet below its own: until it is, its taps look like replays.
        /// nil where all is well.
        public let counterSeen: UInt32?
        /// C-APDUs in all.
        public let commands: Int
        /// Of these, the ones that changed something for good.
        public let writes: Int
    }

    /// What would be done.
    public struct Preview: Hashable, Sendable {
        /// The tag.
        public let look: TagLook
        /// The writes to its file, in order.
        public let steps: [ProgrammingStep]
        /// The keys that would be changed, in order.
        public let keys: [UInt8]
        /// Whether the file's settings would.
        public let changesSettings: Bool
    }
}
