/// What has changed in a live view, in order, as far back as it is kept.
///
/// A client that is behind it by a little is told the changes; one that is behind by more, or knows another log, is shown
/// all that there is.
struct LiveLog: Sendable {
    /// One change.
    enum Change: Hashable, Sendable {
        /// A row that is new, or is another one than before under the same id.
        case row(LiveRow)
        case today(LiveToday)
    }

    /// A change, and the place behind it.
    struct Entry: Hashable, Sendable {
        var cursor: LiveCursor
        var change: Change
    }

    /// What a client has to hear.
    enum News: Hashable, Sendable {
        case none
        case changes([Entry])
        case all(LiveCursor, LiveSnapshot)
    }

    /// How many changes are kept.
    static let longest = 200

    /// The end of it.
    private(set) var cursor: LiveCursor
    private(set) var snapshot: LiveSnapshot?
    /// The last one has the cursor's number.
    private var changes: [Change] = []
    private let random: @Sendable () -> UInt64

    /// An empty log.
    ///
    /// - Parameter random: 64 random bits a call, by which one log is told from another.
    init(random: @escaping @Sendable () -> UInt64) {
        self.random = random
        cursor = LiveCursor(log: random(), number: 0)
    }

    /// Takes what is shown from now on, and keeps how it differs.
    mutating func take(_ next: LiveSnapshot) {
        defer { snapshot = next }
        guard let before = snapshot else { return }
        let known = Dictionary(before.rows.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        guard next.rows.count < LiveSnapshot.mostRows || next.rows.contains(where: { known[$0.id] != nil })
        else {
            // More came than is shown: what lies between was not seen.
            changes = []
            cursor = LiveCursor(log: random(), number: 0)
            return
        }
        add(next.rows.reversed().filter { known[$0.id] != $0 }.map(Change.row))
        if next.today != before.today { add([.today(next.today)]) }
    }

    private mutating func add(_ more: [Change]) {
        changes = Array((changes + more).suffix(Self.longest))
        cursor.number += more.count
    }

    /// What somebody has to hear who knows all up to a place; nil knows nothing.
    func news(behind known: LiveCursor?) -> News {
        guard let snapshot, known != cursor else { return .none }
        guard let known, known.log == cursor.log, known.number < cursor.number,
            cursor.number - known.number <= changes.count
        else { return .all(cursor, snapshot) }
        let missing = changes.suffix(cursor.number - known.number)
        return .changes(
            missing.enumerated().map { offset, change in
                Entry(
                    cursor: LiveCursor(log: cursor.log, number: known.number + 1 + offset), change: change)
            })
    }
}
