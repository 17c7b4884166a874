import TagKit

/// A simulated person who takes tags from a stack and places them on the reader, one after another.
///
/// The person removes a tag after a given number of polls without another command between them. After a given
/// number of polls of the empty field, the person places the next tag.
public struct FieldScript: Sendable {
    /// The visits that have not started yet, in order. All tags of one visit are placed together.
    public var visits: [[Visitor]]
    /// The number of consecutive polls after which a tag is removed. Another command resets the count. Nil if
    /// tags are never removed.
    var pollsUntilRemoval: Int?
    /// The number of times that the empty field is polled before the next visit starts.
    var pollsUntilArrival: Int

    /// The lock that prevents other programs from using the tags' folder; nil if the tags are not in a
    /// folder.
    var folder: FolderLock?

    /// A tag that is placed on the reader, with the file that stores it.
    public struct Visitor: Sendable {
        private let source: Source

        private enum Source {
            case tag(any VirtualTag, TagFile?)
            case file(path: String)
        }

        /// Creates a visitor from a tag and the file that stores it. Without a file, the tag's changes are
        /// not stored.
        init(_ tag: any VirtualTag, file: TagFile? = nil) { source = .tag(tag, file) }

        /// Creates a visitor from the path of a tag file. The file is opened and locked only when the tag
        /// arrives, because a folder can contain more files than a program can open at the same time.
        init(path: String) { source = .file(path: path) }

        /// Returns the tag and its file. If the visitor was created from a path, opens and locks the file
        /// first.
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

    /// Creates a script. If `visits` is empty, the script never places or removes a tag.
    public init(_ visits: [[Visitor]] = [], pollsUntilRemoval: Int? = 8, pollsUntilArrival: Int = 6) {
        self.visits = visits
        self.pollsUntilRemoval = pollsUntilRemoval
        self.pollsUntilArrival = pollsUntilArrival
    }

    /// Counts a frame if it is a poll, and resets the count if the reader is communicating with the tag.
    ///
    /// A poll is a request or a presence check: REQA, WUPA, READ of page 0 (which libnfc sends), an empty
    /// I-block or R(NAK) of ISO-DEP. Other frames of a selection leave the count unchanged.
    mutating func hear(_ frame: RFFrame) {
        if frame == .reqa || frame == .wupa || Self.presenceChecks.contains(frame.bytes) {
            looks += 1
        } else if frame.isDataCommand {
            looks = 0
        }
    }

    private static let presenceChecks: Set<[UInt8]> = [[0x30, 0x00], [0x02], [0x03], [0xB2], [0xB3]]

    /// Returns whether the tags in the field must be removed now. If so, resets the count of polls.
    mutating func takesAway() -> Bool {
        guard let limit = pollsUntilRemoval, looks > limit else { return false }
        looks = 0
        return true
    }

    /// Returns the tags to place in the empty field now; empty if it is too early or no visits are left.
    mutating func arrivals() -> [Visitor] {
        guard looks >= pollsUntilArrival, !visits.isEmpty else { return [] }
        looks = 0
        return visits.removeFirst()
    }
}

extension VirtualField {
    /// Inserts the tags of the script's first visit, and follows the script for the later visits.
    ///
    /// The tags of the last visit remain in the field.
    public mutating func play(_ script: FieldScript) {
        self.script = script
        guard !self.script.visits.isEmpty else { return }
        for visitor in self.script.visits.removeFirst() { insert(visitor) }
    }

    /// Whether the script still has visits, or an event is still scheduled.
    public var awaitsVisit: Bool { !script.visits.isEmpty || !events.isEmpty }

    /// Removes or inserts tags if the script's next removal or visit is due. Called before each frame.
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

    /// Schedules events. Events with the same time happen in the given order.
    ///
    /// An event happens before the first frame at or after its time. Simulated time advances only while a
    /// reader sends frames.
    mutating func schedule(_ new: [FieldEvent]) {
        let all = (events + new).enumerated()
        events = all.sorted {
            ($0.element.atMicroseconds, $0.offset) < ($1.element.atMicroseconds, $1.offset)
        }
        .map(\.element)
    }

    /// Executes all events that are due. Called before each frame.
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

/// The insertion or removal of tags at a point in simulated time.
public struct FieldEvent: Sendable {
    /// A change to the tags in the field.
    public enum Action: Sendable {
        /// Inserts a tag in addition to those in the field.
        case put(FieldScript.Visitor)
        /// Removes all tags from the field.
        case takeAway
        /// Puts the removed tags back into the field.
        case putBack
    }

    /// The simulated time of the event in microseconds since the field was created.
    var atMicroseconds: Int
    /// The change to make.
    public var action: Action

    /// Creates an event that makes a change at a simulated time.
    public init(atMicroseconds: Int, _ action: Action) {
        self.atMicroseconds = atMicroseconds
        self.action = action
    }
}
