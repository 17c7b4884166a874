public import DatabaseKit
package import MoneyKit
public import TimeKit

extension StatementRow {
    /// Reads an amount whose currency is in the column `currency`.
    package func money(_ column: String = "amount") throws -> Money {
        Money(self[column], try Currency(self["currency"] as String))
    }
}

/// The number of seconds since 1970 is stored.
extension Timestamp: StatementValue {
    public var cell: StatementCell { seconds.cell }

    public init?(cell: StatementCell) {
        guard let seconds = Int64(cell: cell) else { return nil }
        self.init(seconds: seconds)
    }

    public func fill(_ place: Int32, of statement: OpaquePointer) -> Int32 {
        seconds.fill(place, of: statement)
    }

    public static func column(_ column: Int32, of statement: OpaquePointer) -> Timestamp? {
        Int64.column(column, of: statement).map(Timestamp.init(seconds:))
    }
}
