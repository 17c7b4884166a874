/// What somebody says about a bank's table, where its own names and numbers do not tell.
public struct BankLayout: Hashable, Sendable {
    /// Which of two numbers is the day.
    public enum DateOrder: String, Hashable, Sendable, CaseIterable {
        /// `31/01/2026`
        case dayFirst = "dmy"
        /// `01/31/2026`
        case monthFirst = "mdy"
    }

    /// What stands before the cents.
    public enum DecimalSign: String, Hashable, Sendable, CaseIterable {
        /// `1,234.50`
        case point
        /// `1.234,50`
        case comma
    }

    /// The name of the column of days; nil: it is known by its name.
    public var date: String?
    /// The name of the column of amounts, or of what came in.
    public var amount: String?
    /// The name of the column with the bank's words.
    public var text: String?
    /// Which of two numbers is the day; nil: the days themselves tell.
    public var dateOrder: DateOrder?
    /// What stands before the cents; nil: the amounts themselves tell.
    public var decimalSign: DecimalSign?

    /// A table that tells all by itself, unless something is set.
    public init() {}
}
