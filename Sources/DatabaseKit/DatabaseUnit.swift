public import GRDB

/// One unit of work: everything done through it is committed together, or not at all.
///
/// Stores extend it with their methods, so that one unit can hold a gift, its posting and its receipt's number. It is
/// good within the closure it was handed to, and must neither begin nor end a transaction.
public struct DatabaseUnit {
    /// The connection, within this unit's transaction.
    public let database: Database
    /// Others have their part in this transaction, or wait for it: what nobody waits for is better done later.
    public let isShared: Bool

    init(database: Database, isShared: Bool = false) {
        self.database = database
        self.isShared = isShared
    }
}
