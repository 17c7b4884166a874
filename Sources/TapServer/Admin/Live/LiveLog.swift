import Giving
import MoneyKit
import TimeKit

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

/// A place in the log of an organization's news.
struct LiveCursor: Hashable, Sendable {
    /// Which log: one that began anew has another number.
    var log: UInt64
    /// Of the last change that is known, from 1 on; 0 before the first.
    var number: Int

    /// `5f2c…-17`
    var text: String { "\(String(log, radix: 16))-\(number)" }
}

extension LiveCursor {
    /// Parses a cursor that a client sent; nil if it is malformed.
    init?(_ text: String) {
        let halves = text.split(separator: "-", omittingEmptySubsequences: false)
        guard text.utf8.count <= 36, halves.count == 2, let log = UInt64(halves[0], radix: 16),
            let number = Int(halves[1]), number >= 0
        else { return nil }
        self.init(log: log, number: number)
    }
}

/// A tap or a gift, as a live view shows it, without the donor.
struct LiveRow: Hashable, Sendable, Identifiable {
    /// The kind of a row.
    enum Kind: Hashable, Sendable {
        case tap
        case gift(Money, isMonthly: Bool, Gift.Status)
    }

    /// That of the tap or gift.
    let id: String
    let time: Timestamp
    /// The day on which it came; nil if that is today.
    let day: CalendarDate?
    let kind: Kind
    /// The name of the fund, where it is one that is known.
    let fund: String?
    /// The seat, or else the tag, where that is known.
    let seat: String?

    /// Sorts as text, the newest last; of one second the gift is newer than the tap that it came from.
    let order: String

    init(id: String, time: Timestamp, day: CalendarDate?, kind: Kind, fund: String?, seat: String?) {
        (self.id, self.time, self.day, self.kind) = (id, time, day, kind)
        (self.fund, self.seat) = (fund, seat)
        let digits = String(max(0, time.seconds))
        let rank = if case .tap = kind { 0 } else { 1 }
        order = String(repeating: "0", count: max(0, 12 - digits.count)) + "\(digits)-\(rank)-\(id)"
    }
}

/// The totals since midnight by the organization's clock.
struct LiveToday: Hashable, Sendable {
    /// The number of paid gifts, and their amounts less refunds by currency.
    var gifts: Int
    var sums: [Money]
    var taps: Int
}

/// The contents of a live view at one moment.
struct LiveSnapshot: Hashable, Sendable {
    /// The newest first, ``mostRows`` at most.
    var rows: [LiveRow]
    var today: LiveToday

    /// How many rows are shown.
    static let mostRows = 50
}
