package import TimeKit

/// The earnings periods that a user can choose on the command line.
package enum EarningsPeriod: String, CaseIterable, Sendable {
    case today, week, month
    case last7Days = "7d"
    case last30Days = "30d"
    case all

    /// The corresponding period in the payee's time zone.
    package var period: LocalPeriod {
        switch self {
        case .today: .today
        case .week: .thisWeek
        case .month: .thisMonth
        case .last7Days: .lastDays(7)
        case .last30Days: .lastDays(30)
        case .all: .allTime
        }
    }
}
