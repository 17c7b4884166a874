import TagKit

/// A simulated person who places tags from a stack on the reader, one after another.
///
/// A tag is removed when the reader only polls for its presence. The next tag is placed after the reader has
/// polled the empty field for a while.
public struct FieldScript: Sendable {
    /// The visits that have not started yet, in order. Two tags in one visit arrive together.
    public var visits: [[Visitor]]
    /// The number of consecutive polls, without another command, before a tag is removed. Nil means that the tag is
    /// never removed.
    public var pollsUntilRemoval: Int?
    /// The number of polls of the empty field before the next visit.
    public var pollsUntilArrival: Int

    /// The lock that prevents other programs from using the same folder. Nil for tags that are not in a folder.
    var folder: FolderLock?

    /// A tag that arrives, with its file.
    public struct Visitor: Sendable {
        private let source: Source

        private enum Source {
            case tag(any VirtualTag, TagFile?)
            case file(path: String)
        }

        /// Creates a visitor from a tag, with its file if it has one.
        public init(_ tag: any VirtualTag, file: TagFile? = nil) { source = .tag(tag, file) }

        /// Creates a visitor from a file, which is opened and locked only when the tag arrives, because a folder
        /// can contain more tags than a program can have open files.
        public init(path: String) { source = .file(path: path) }

        /// Returns the tag, after opening and locking its file if necessary.
        ///
        /// - Throws: The errors of ``TagFile/open(_:)``, or `unsupportedTag` if the tag cannot be simulated.
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

    /// Creates a script. Without visits, the field does not change.
    public init(_ visits: [[Visitor]] = [], pollsUntilRemoval: Int? = 8, pollsUntilArrival: Int = 6) {
        self.visits = visits
        self.pollsUntilRemoval = pollsUntilRemoval
        self.pollsUntilArrival = pollsUntilArrival
    }

    /// Counts polls. A poll is a request or a presence check: REQA, WUPA, READ of page 0 (sent by libnfc), an
    /// empty I-block or R(NAK) of ISO-DEP. The frames of a selection are part of a poll. Any other frame means
    /// that the reader is communicating with the tag.
    mutating func hear(_ frame: RFFrame) {
        if frame == .reqa || frame == .wupa || Self.presenceChecks.contains(frame.bytes) {
            looks += 1
        } else if frame.isDataCommand {
            looks = 0
        }
    }

    private static let presenceChecks: Set<[UInt8]> = [[0x30, 0x00], [0x02], [0x03], [0xB2], [0xB3]]

    /// Returns whether the tags must be removed now.
    mutating func takesAway() -> Bool {
        guard let limit = pollsUntilRemoval, looks > limit else { return false }
        looks = 0
        return true
    }

    /// Returns the tags that arrive now if the field is empty.
    mutating func arrivals() -> [Visitor] {
        guard looks >= pollsUntilArrival, !visits.isEmpty else { return [] }
        looks = 0
        return visits.removeFirst()
    }
}

extension VirtualField {
    /// Inserts the tags of the script's first visit, and starts the script for the later visits.
    ///
    /// The last tag remains in the field.
    public mutating func play(_ script: FieldScript) {
        self.script = script
        guard !self.script.visits.isEmpty else { return }
        for visitor in self.script.visits.removeFirst() { insert(visitor) }
    }

    /// Whether more tags will arrive.
    public var awaitsVisit: Bool { !script.visits.isEmpty || !events.isEmpty }

    /// Advances the script before a frame is processed.
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

    /// Schedules events; simultaneous ones happen in the given order.
    ///
    /// An event happens before the first frame at or after its time. Simulated time advances only while a
    /// reader sends frames.
    public mutating func schedule(_ new: [FieldEvent]) {
        let all = (events + new).enumerated()
        events = all.sorted {
            ($0.element.atMicroseconds, $0.offset) < ($1.element.atMicroseconds, $1.offset)
        }
        .map(\.element)
    }

    /// Executes all events that are due, before a frame is processed.
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

/// A manual action with tags at a given simulated time.
public struct FieldEvent: Sendable {
    /// The action of an event.
    public enum Action: Sendable {
        /// Adds a tag to those in the field.
        case put(FieldScript.Visitor)
        /// Removes all tags.
        case takeAway
        /// Puts the removed tags back.
        case putBack
    }

    /// The time in microseconds of the field's simulated time, which starts at 0.
    public var atMicroseconds: Int
    /// The action to execute.
    public var action: Action

    /// Creates an event.
    public init(atMicroseconds: Int, _ action: Action) {
        self.atMicroseconds = atMicroseconds
        self.action = action
    }
}
