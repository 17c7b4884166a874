/// The parts of a bank's table format that cannot be inferred from the table itself, as specified by the
/// user.
public struct BankLayout: Hashable, Sendable {
    /// The order of day and month.
    public enum DateOrder: String, Sendable, CaseIterable {
        /// The day comes first, as in `31/01/2026`.
        case dayFirst = "dmy"
        /// The month comes first, as in `01/31/2026`.
        case monthFirst = "mdy"
    }

    /// The decimal sign in amounts.
    public enum DecimalSign: String, Sendable, CaseIterable {
        /// The decimal sign is a point, as in `1,234.50`.
        case point
        /// The decimal sign is a comma, as in `1.234,50`.
        case comma
    }

    /// The name of the date column, or nil to search for the names that banks commonly use.
    public var date: String?
    /// The name of the column with the amounts or credits, or nil to search for the names that banks commonly
    /// use.
    public var amount: String?
    /// The name of the column with the bank's description, or nil to search for the names that banks commonly
    /// use.
    public var text: String?
    /// The order of day and month, or nil to infer the order from the dates.
    public var dateOrder: DateOrder?
    /// The decimal sign, or nil to infer it from the amounts.
    public var decimalSign: DecimalSign?

    /// Creates a layout without any values, so that everything is inferred from the table.
    public init() {}
}
