extension Type2Tag {
    /// In what a counterfeit, or a worn tag, differs from a good one.
    public struct Defects: Hashable, Sendable {
        /// Ways in which a whole chip is wrong.
        public enum Trait: Hashable, Sendable, CaseIterable {
            /// GET_VERSION is met with silence.
            case noGetVersion
            /// GET_VERSION answers, FAST_READ is met with silence.
            case noFastRead
            /// Lock bits are stored and close nothing.
            case locksIgnored
        }

        /// How the chip is wrong.
        public var traits: Set<Trait>
        /// Pages that acknowledge a write and keep what they held.
        public var stuckPages: Set<Int>
        /// Pages that answer a write with NAK 5, an EEPROM write error, and keep what they held.
        public var wornPages: Set<Int>
        /// The pages that are really there, when fewer than the chip should have: higher ones show them again.
        public var realPageCount: Int?

        /// A good tag, unless told otherwise.
        public init(
            _ traits: Set<Trait> = [], stuckPages: Set<Int> = [], wornPages: Set<Int> = [],
            realPageCount: Int? = nil
        ) {
            self.traits = traits
            self.stuckPages = stuckPages
            self.wornPages = wornPages
            self.realPageCount = realPageCount
        }

        func contains(_ trait: Trait) -> Bool { traits.contains(trait) }
    }
}
