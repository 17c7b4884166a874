import Giving
import MoneyKit
import TimeKit

/// The most recent changes in a live view, in order.
///
/// A client that missed a few changes receives only those changes. A client that missed more, or whose cursor
/// belongs to another log, receives the whole view.
struct LiveLog {
    /// A change to the rows or totals of a live view.
    enum Change: Hashable {
        /// A new row, or a changed row, which replaces the row with the same id.
        case row(LiveRow)
        case today(LiveToday)
    }

    /// A change, with the value of the cursor after the change.
    struct Entry: Hashable {
        var cursor: LiveCursor
        var change: Change
    }

    /// The changes that a client has not received yet.
    enum News: Hashable {
        case none
        case changes([Entry])
        case all(LiveCursor, LiveSnapshot)
    }

    /// The maximum number of changes in the log.
    static let longest = 200

    /// The cursor after the last change.
    private(set) var cursor: LiveCursor
    private(set) var snapshot: LiveSnapshot?
    /// The stored changes, oldest first. The last change has the number `cursor.number`.
    private var changes: [Change] = []
    private let random: RandomSource

    /// Creates an empty log.
    ///
    /// - Parameter random: A function that returns 64 random bits, which become the log's id.
    init(random: @escaping RandomSource) {
        self.random = random
        cursor = LiveCursor(log: random(), number: 0)
    }

    /// Stores a new snapshot, and appends its differences from the previous snapshot to the log.
    ///
    /// If a full snapshot contains none of the previous rows, changes may have been missed. The log is then
    /// emptied and gets a new id.
    mutating func take(_ next: LiveSnapshot) {
        defer { snapshot = next }
        guard let before = snapshot else { return }
        let known = Dictionary(before.rows.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        guard next.rows.count < LiveSnapshot.mostRows || next.rows.contains(where: { known[$0.id] != nil })
        else {
            // All rows of the snapshot are new, so others may have come and gone without being seen.
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

    /// Returns the changes after a cursor. Returns the whole view if the cursor is nil, or if the log does
    /// not contain all of these changes. Returns `none` if there are no changes, or before the first
    /// snapshot.
    func news(after known: LiveCursor?) -> News {
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

/// A position in the log of an organization: the last change that a client has received.
struct LiveCursor: Hashable {
    /// The random id of the log. Each new log has a different id, for example the log that is created after a
    /// restart of the server.
    var log: UInt64
    /// The number of the last change that the client has received. Changes are numbered from 1, and 0 means
    /// none.
    var number: Int

    /// The cursor as text, such as `5f2c…-17`.
    var text: String { "\(String(log, radix: 16))-\(number)" }
}

extension LiveCursor {
    /// Parses a cursor from a client. Returns nil if the text is malformed.
    init?(_ text: String) {
        let halves = text.split(separator: "-", omittingEmptySubsequences: false)
        guard text.utf8.count <= 36, halves.count == 2, let log = UInt64(halves[0], radix: 16),
            let number = Int(halves[1]), number >= 0
        else { return nil }
        self.init(log: log, number: number)
    }
}

/// A tap or a gift in a live view, without the donor's identity.
struct LiveRow: Hashable, Identifiable {
    /// The kind of a row: a tap or a gift.
    enum Kind: Hashable {
        case tap
        case gift(Money, isMonthly: Bool, Gift.Status)
    }

    /// The id of the tap or gift.
    let id: String
    let time: Timestamp
    /// The day of the tap or gift; nil if it is today.
    let day: CalendarDate?
    let kind: Kind
    /// The name of the fund; nil if it is unknown.
    let fund: String?
    /// The name of the seat, or of the tag if it has no seat; nil if neither is known.
    let seat: String?

    /// The sort key. Keys are compared as text, and newer rows have higher keys. If a gift and a tap have the
    /// same time, the gift counts as newer, because the tap came before it.
    let order: String

    init(id: String, time: Timestamp, day: CalendarDate?, kind: Kind, fund: String?, seat: String?) {
        (self.id, self.time, self.day, self.kind) = (id, time, day, kind)
        (self.fund, self.seat) = (fund, seat)
        let digits = String(max(0, time.seconds))
        let rank = if case .tap = kind { 0 } else { 1 }
        order = String(repeating: "0", count: max(0, 12 - digits.count)) + "\(digits)-\(rank)-\(id)"
    }
}

/// The totals of the current day so far, counted from midnight in the organization's time zone.
struct LiveToday: Hashable {
    /// The number of paid gifts.
    var gifts: Int
    var sums: [Money]
    var taps: Int
}

/// The contents of a live view at a point in time.
struct LiveSnapshot: Hashable {
    /// The rows, newest first; at most ``mostRows``.
    var rows: [LiveRow]
    var today: LiveToday

    /// The maximum number of rows.
    static let mostRows = 50
}
