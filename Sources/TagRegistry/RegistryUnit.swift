/// What one unit of work can do for the registry: all of it is kept, or nothing.
public protocol RegistryUnit: BatchRecords, TagRegisterRecords, JournalRecords, TapRecording,
    DestinationRecords, AuditRecords
{}

/// Batches and their rows.
public protocol BatchRecords {
    /// Keeps a batch: a new one, or its next state.
    func save(_ batch: Batch) throws
    /// The batch of this name, compared without ASCII case, or nil.
    func batch(_ name: String) throws -> Batch?
    /// By name, behind a name.
    func batches(behind name: String?, limit: Int) throws -> [Batch]
    /// Takes a batch and its rows away; its journal stays.
    func removeBatch(_ name: String) throws

    /// Keeps a row: a new one, or its next state.
    ///
    /// - Throws: ``RegistryError`` with code `doubledPlace` where another row of the batch has this seat, without ASCII
    ///   case, and `tagPlaced` where another row has this tag.
    func save(_ row: BatchRow) throws
    /// The row of this number, or nil.
    func row(_ number: Int, of batch: String) throws -> BatchRow?
    /// The row that is being written with this tag, or has it; nil where there is none. One at most.
    func row(uid: String) throws -> BatchRow?
    /// The row whose URL holds this id, octet by octet, or nil.
    func row(tagID: String) throws -> BatchRow?
    /// The rows of this seat, compared without ASCII case, in all batches or in one; by batch and number.
    func rows(seat: String, of batch: String?, limit: Int) throws -> [BatchRow]
    /// By number, behind a number; of one state, or of all.
    func rows(of batch: String, state: BatchRow.State?, behind number: Int?, limit: Int) throws -> [BatchRow]
    /// How many rows are in each state; a count is read from the rows.
    func rowCounts(of batch: String) throws -> [BatchRow.State: Int]
}

/// Tags by their UID.
public protocol TagRegisterRecords {
    /// Keeps a tag: a new one, or its next state.
    ///
    /// - Throws: ``RegistryError`` with code `placeTaken` where another tag has its place.
    func save(_ tag: RegisteredTag) throws
    /// The tag of this UID, upper-case hex, or nil.
    func tag(uid: String) throws -> RegisteredTag?
    /// By UID, behind a UID; of one batch, or of all.
    func tags(of batch: String?, behind uid: String?, limit: Int) throws -> [RegisteredTag]
}

/// The journal: entries are added, never changed or taken away.
public protocol JournalRecords {
    /// Adds an entry at the end.
    func append(_ entry: JournalEntry) throws
    /// The history of a tag, newest first.
    func journal(uid: String, limit: Int) throws -> [JournalEntry]
    /// The history of a row, newest first.
    func journal(batch: String, row: Int, limit: Int) throws -> [JournalEntry]
    /// The entries of one kind, newest first.
    func journal(batch: String, kind: JournalEntry.Kind, limit: Int) throws -> [JournalEntry]
    /// How many entries of one kind there are.
    func journalCount(batch: String, kind: JournalEntry.Kind) throws -> Int
}

/// Taps, and the counters by which a replayed one is known.
public protocol TapRecording {
    /// Keeps a tap as it is; ``record(_:)`` compares it first.
    func save(_ tap: SeenTap) throws
    /// The tap of this id, or nil.
    func seenTap(_ id: String) throws -> SeenTap?
    /// The taps of a chip or of an id, newest first.
    func seenTaps(uid: String?, tagID: String?, limit: Int) throws -> [SeenTap]
    /// The greatest counter that was ever seen of a chip by this evidence; nil before the first.
    func highestCounter(ofUID uid: String, by evidence: SeenTap.Evidence) throws -> UInt32?
    /// Raises that counter; a lower one changes nothing.
    func raiseCounter(ofUID uid: String, by evidence: SeenTap.Evidence, to counter: UInt32) throws
}

/// Managed destinations.
public protocol DestinationRecords {
    /// Keeps a destination: a new one, or its next state.
    func save(_ destination: ManagedDestination) throws
    /// The destination of this id, octet by octet, or nil.
    func destination(_ id: String) throws -> ManagedDestination?
    /// By id, behind an id; of one batch, or of all.
    func destinations(of batch: String?, behind id: String?, limit: Int) throws -> [ManagedDestination]
}

/// Walks through the seats, and what was seen on them: kept at once, never changed.
public protocol AuditRecords {
    /// Keeps a walk that begins; its number is new.
    func save(_ start: AuditStart) throws
    /// The last walk through exactly these seats, or of all.
    ///
    /// - Parameter seen: Only a walk on which a tag was seen.
    func lastAudit(of scope: AuditScope?, seen: Bool) throws -> AuditStart?
    /// Adds a sighting at the end of a walk; its number is new there.
    func append(_ sighting: AuditSighting, to walk: Int) throws
    /// In order, behind a number.
    func sightings(of walk: Int, behind number: Int?, limit: Int) throws -> [AuditSighting]
    /// How many there are; they are numbered from 1.
    func sightingCount(of walk: Int) throws -> Int
}
