public import MoneyKit
public import TimeKit

/// A payee's earnings in a calendar year, in one currency: its own share, and no other figure.
public struct EarningsYear: Hashable, Sendable {
    /// One month of the year.
    public struct Month: Hashable, Sendable {
        /// 1...12
        public let number: Int
        /// The number of jobs completed in it with which something was earned.
        public let jobs: Int
        /// The payee's share of them, without what went back.
        public let earned: Money
    }

    /// Whose earnings they are.
    public let payee: PayeeProfile
    /// The year, by the payee's clock.
    public let year: Int
    /// January to December.
    public let months: [Month]
    /// The sum of the months.
    public let total: Money
    /// When the sums were read. A refund after that lowers them.
    public let asOf: Timestamp

    /// The number of jobs in all.
    public var jobs: Int { months.reduce(0) { $0 + $1.jobs } }
}
