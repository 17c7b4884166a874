import DatabaseKit
import TimeKit

extension Transaction {
    /// Runs a closure, and then reverts all its changes to the database, even if the closure throws an error.
    func undoing<Value>(_ body: () throws -> Value) throws -> Value {
        try run("SAVEPOINT rehearsal")
        let result = Result { try body() }
        try run("ROLLBACK TO rehearsal")
        try run("RELEASE rehearsal")
        return try result.get()
    }

    /// Runs a closure. If the closure throws an error for which `isUndone` returns true, reverts all changes
    /// that the closure made to the database.
    func undoing<Value>(if isUndone: (any Error) -> Bool, _ body: () throws -> Value) throws -> Value {
        try run("SAVEPOINT refusal")
        let result = Result { try body() }
        if case .failure(let error) = result, isUndone(error) { try run("ROLLBACK TO refusal") }
        try run("RELEASE refusal")
        return try result.get()
    }

    /// Returns an object's earliest due item, or nil if the object has no due items.
    ///
    /// - Parameter clock: The test clock that the object uses, or nil for the processor's own clock.
    func nextDue(of subject: String, on clock: String?) throws -> Due? {
        guard let clock else {
            return try one(
                "SELECT at, kind, subject FROM due WHERE subject = ? ORDER BY at, kind LIMIT 1", [subject],
                Self.due)
        }
        return try one(
            """
            SELECT at, kind, subject FROM clock_due WHERE clock = ? AND subject = ?
            ORDER BY at, kind LIMIT 1
            """, [clock, subject], Self.due)
    }
}
