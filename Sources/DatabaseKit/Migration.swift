public import GRDB

/// One step from an empty file to the tables that a module needs; once released it never changes.
///
/// A module owns its steps and hands them out as a list; a file is opened with the lists of all that use it.
public struct Migration: Sendable {
    /// Module and number, `payments.1`; the file remembers it by this name.
    public let name: String
    let run: @Sendable (Database) throws -> Void

    /// A step of SQL statements, parted by semicolons.
    public init(_ name: String, _ sql: String) {
        self.init(name) { try $0.execute(sql: sql) }
    }

    /// A step that also has to compute something.
    public init(_ name: String, _ run: @escaping @Sendable (Database) throws -> Void) {
        self.name = name
        self.run = run
    }
}
