/// A row of an answer, by the numbers of its columns; it is gone once the statement goes on.
public struct StatementRow {
    let statement: OpaquePointer

    /// What a column holds that is never null.
    ///
    /// - Parameter column: From 0 on.
    public subscript<Value: StatementValue>(_ column: Int) -> Value {
        guard let value = Value.column(Int32(column), of: statement) else {
            preconditionFailure("column \(column) holds no \(Value.self): no table of ours does so")
        }
        return value
    }

    /// What a column holds; nil for null.
    ///
    /// - Parameter column: From 0 on.
    public subscript<Value: StatementValue>(_ column: Int) -> Value? {
        Value.column(Int32(column), of: statement)
    }
}
