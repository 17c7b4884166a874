import TagKit

/// Tags that come and go by themselves, as a person with a stack of them would do it.
///
/// The person watches the reader: when it has done with a tag and only looks whether it is still there, the tag is
/// taken away; when the reader has looked at the empty field for a while, the next one is put there.
public struct FieldScript: Sendable {
    /// The tags that are still to come, one visit after another; two in one visit come together.
    public var visits: [[Visitor]]
    /// How many looks in a row, with no other command between them, until a tag is taken away; nil leaves it there.
    public var pollsUntilRemoval: Int?
    /// How many looks at the empty field until the next visit.
    public var pollsUntilArrival: Int

    /// Prevents other programs from playing the same folder; nil for tags that are not in a folder.
    var folder: FolderLock?

    /// A tag that arrives, and the file that holds it.
    public struct Visitor: Sendable {
        private let source: Source

        private enum Source {
            case tag(any VirtualTag, TagFile?)
            case file(path: String)
        }

        /// Creates a visitor from a tag, with its file if it has one.
        public init(_ tag: any VirtualTag, file: TagFile? = nil) { source = .tag(tag, file) }

        /// Creates a visitor from a file, which is opened and locked only when the tag arrives. A folder can
        /// hold more tags than a program can have open files.
        public init(path: String) { source = .file(path: path) }

        /// Returns the tag, and opens and locks its file if that is still to be done.
        ///
        /// - Throws: The errors of ``TagFile/open(_:)``; `unsupportedTag` if the tag cannot be simulated.
        func arrive() throws(TagError) -> (tag: any VirtualTag, file: TagFile?) {
            switch source {
            case .tag(let tag, let file): return (tag, file)
            case .file(let path):
                let (file, image) = try TagFile.open(path)
                return (try makeVirtualTag(from: image), file)
            }
        }
    }

    private var looks = 0

    /// A script; without visits nothing comes and nothing goes.
    public init(_ visits: [[Visitor]] = [], pollsUntilRemoval: Int? = 8, pollsUntilArrival: Int = 6) {
        self.visits = visits
        self.pollsUntilRemoval = pollsUntilRemoval
        self.pollsUntilArrival = pollsUntilArrival
    }

    /// A look is a request or a presence check: REQA, WUPA, READ of page 0 (libnfc's), an empty I-block or R(NAK) of
    /// ISO-DEP. What belongs to a selection is part of one; any other frame shows that the reader is at work.
    mutating func hear(_ frame: RFFrame) {
        if frame == .reqa || frame == .wupa || Self.presenceChecks.contains(frame.bytes) {
            looks += 1
        } else if frame.isDataCommand {
            looks = 0
        }
    }

    private static let presenceChecks: Set<[UInt8]> = [[0x30, 0x00], [0x02], [0x03], [0xB2], [0xB3]]

    /// Whether it is time to take the tags away.
    mutating func takesAway() -> Bool {
        guard let limit = pollsUntilRemoval, looks > limit else { return false }
        looks = 0
        return true
    }

    /// The tags that come now, when the field is empty.
    mutating func arrivals() -> [Visitor] {
        guard looks >= pollsUntilArrival, !visits.isEmpty else { return [] }
        looks = 0
        return visits.removeFirst()
    }
}

extension VirtualField {
    /// Puts the first visit into the field, and lets the others follow.
    ///
    /// The last tag stays.
    public mutating func play(_ script: FieldScript) {
        self.script = script
        guard !self.script.visits.isEmpty else { return }
        for visitor in self.script.visits.removeFirst() { insert(visitor) }
    }

    /// Whether a tag is still to come.
    public var awaitsVisit: Bool { !script.visits.isEmpty || !events.isEmpty }

    /// Lets the script act, before a frame is heard.
    mutating func advanceScript() {
        guard !script.visits.isEmpty else { return }
        if presentCount > 0 {
            if script.takesAway() { takeAway() }
        } else {
            let arrivals = script.arrivals()
            if !arrivals.isEmpty { places = [] }
            for visitor in arrivals { insert(visitor) }
        }
    }

    /// Plans events; those of one moment happen in the order given.
    ///
    /// A moment is noticed with the first frame behind it: without a reader that looks, time stands still.
    public mutating func schedule(_ new: [FieldEvent]) {
        let all = (events + new).enumerated()
        events = all.sorted {
            ($0.element.atMicroseconds, $0.offset) < ($1.element.atMicroseconds, $1.offset)
        }
        .map(\.element)
    }

    /// Lets all happen whose time has come, before a frame is heard.
    mutating func advanceEvents() {
        while let event = events.first, event.atMicroseconds <= elapsedMicroseconds {
            events.removeFirst()
            switch event.action {
            case .put(let visitor): insert(visitor)
            case .takeAway: takeAway()
            case .putBack: putBack()
            }
        }
    }
}

/// Something that a hand does with tags at a moment of modelled time.
public struct FieldEvent: Sendable {
    /// What is done.
    public enum Action: Sendable {
        /// Another tag joins those in the field.
        case put(FieldScript.Visitor)
        /// All tags are taken away.
        case takeAway
        /// The tags that were taken away are put back.
        case putBack
    }

    /// When: microseconds of the field's modelled time, which begins at 0.
    public var atMicroseconds: Int
    /// What is done.
    public var action: Action

    /// An event.
    public init(atMicroseconds: Int, _ action: Action) {
        self.atMicroseconds = atMicroseconds
        self.action = action
    }
}
