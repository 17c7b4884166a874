import Giving
import MoneyKit
import TimeKit

/// A tap or a gift, as a live view shows it: nothing of it says who gave.
struct LiveRow: Hashable, Sendable, Identifiable {
    /// What came.
    enum Kind: Hashable, Sendable {
        case tap
        case gift(Money, isMonthly: Bool, Gift.Status)
    }

    /// That of the tap or gift.
    let id: String
    let time: Timestamp
    /// The day on which it came; nil where that is today.
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

/// What has come since midnight by the organization's clock.
struct LiveToday: Hashable, Sendable {
    /// Gifts that were paid, and of them what did not go back, by currency.
    var gifts: Int
    var sums: [Money]
    var taps: Int
}

/// What a live view shows at a moment.
struct LiveSnapshot: Hashable, Sendable {
    /// The newest first, ``mostRows`` at most.
    var rows: [LiveRow]
    var today: LiveToday

    /// How many rows are shown.
    static let mostRows = 50
}
