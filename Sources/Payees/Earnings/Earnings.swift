public import MoneyKit

/// A payee's earnings from completed jobs, in one currency. Only the payee's share of each price is included.
public struct Earnings: Hashable, Sendable, Codable {
    /// The earnings since midnight in the payee's time zone.
    public let today: Money
    /// The earnings since the start of the week, which begins on Monday, in the payee's time zone.
    public let week: Money
    /// The earnings since the start of the month in the payee's time zone.
    public let month: Money
    /// The earnings in the last 7 days, counted as 24-hour periods.
    public let last7Days: Money
    /// The earnings in the last 30 days, up to the current second. Each day is counted as 24 hours.
    public let last30Days: Money
    /// The earnings from all jobs.
    public let total: Money

    enum CodingKeys: String, CodingKey {
        case today = "earnings_today"
        case week = "earnings_week"
        case month = "earnings_month"
        case last7Days = "earnings_7d"
        case last30Days = "earnings_30d"
        case total = "total_earnings"
    }
}
