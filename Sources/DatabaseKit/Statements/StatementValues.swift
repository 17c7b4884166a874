import GRDB

/// The values of a statement's places, in their order; nil is null.
public struct StatementValues: ExpressibleByArrayLiteral, Sendable {
    var values: [(any StatementValue)?]

    /// These values.
    public init(_ values: [(any StatementValue)?]) { self.values = values }

    /// These values.
    public init(arrayLiteral values: (any StatementValue)?...) { self.values = values }

    /// Those of both, one after the other.
    public static func + (first: StatementValues, second: StatementValues) -> StatementValues {
        StatementValues(first.values + second.values)
    }

    /// Puts others behind them.
    public static func += (values: inout StatementValues, more: StatementValues) {
        values.values += more.values
    }

    /// As GRDB takes them.
    var arguments: StatementArguments { StatementArguments(values.map { $0?.databaseValue ?? .null }) }
}
