import DatabaseKit
import Documents
import PostgresKit

extension DataFolder {
    /// Returns a number that changes with each commit by any program. If two calls return the same number, nothing
    /// was committed between them. The numbers of different processes are not comparable.
    package func version() async throws -> Int64 {
        if let file { return try await file.version() }
        return Int64(try await server?.version().hashValue ?? 0)
    }
}

extension PostgresError: CommandRemedied {
    /// The next step for the user of a command.
    package var commandRemedy: String { remedy }
}
