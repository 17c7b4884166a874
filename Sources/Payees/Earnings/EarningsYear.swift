public import MoneyKit
public import TimeKit

/// A payee's earnings in a calendar year, in one currency. Only the payee's share of each price is included.
public struct EarningsYear: Hashable, Sendable {
    /// A month of the year.
    public struct Month: Hashable, Sendable {
        /// The month's number, 1...12.
        public let number: Int
        /// The number of jobs that were completed in this month and earned money.
        public let jobs: Int
        /// The payee's share, minus refunds.
        public let earned: Money
    }

    /// The payee who earned the amounts.
    public let payee: PayeeProfile
    /// The year in the payee's time zone.
    public let year: Int
    /// The months from January to December.
    public let months: [Month]
    /// The sum of the earnings of all months.
    public let total: Money
    /// The time when the earnings were read from the database. Later refunds are not included.
    public let asOf: Timestamp

    /// The number of jobs in all months.
    public var jobs: Int { months.reduce(0) { $0 + $1.jobs } }
}
