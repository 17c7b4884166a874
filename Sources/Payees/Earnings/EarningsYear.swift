public import MoneyKit
public import TimeKit

/// A payee's earnings in a calendar year, in one currency. It contains the payee's own share and no other figure.
public struct EarningsYear: Hashable, Sendable {
    /// One month of the year.
    public struct Month: Hashable, Sendable {
        /// The month's number, 1...12.
        public let number: Int
        /// The number of jobs completed in the month that earned money.
        public let jobs: Int
        /// The payee's share, minus refunds.
        public let earned: Money
    }

    /// The payee.
    public let payee: PayeeProfile
    /// The year, in the payee's time zone.
    public let year: Int
    /// The months, January to December.
    public let months: [Month]
    /// The sum of the months.
    public let total: Money
    /// The time at which the sums were read. Later refunds are not included.
    public let asOf: Timestamp

    /// The total number of jobs.
    public var jobs: Int { months.reduce(0) { $0 + $1.jobs } }
}
