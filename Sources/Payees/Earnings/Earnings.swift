public import MoneyKit

/// What a payee has earned with completed work, in one currency: its own share, and no other figure.
public struct Earnings: Hashable, Sendable, Codable {
    /// Since midnight, by the payee's clock.
    public let today: Money
    /// Since Monday.
    public let week: Money
    /// Since the first of the month.
    public let month: Money
    /// In the last 7 times 24 hours.
    public let last7Days: Money
    /// In the last 30 times 24 hours.
    public let last30Days: Money
    /// In all.
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
