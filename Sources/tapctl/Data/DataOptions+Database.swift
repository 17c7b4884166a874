import ArgumentParser
import DataFolderKit
import Documents
import FailureKit

extension DataOptions {
    /// Refuses `--database` for a command that uses only the simulated processor, because that processor
    /// stores its data in the data folder.
    func refuseDatabase() throws {
        guard database == nil else {
            throw ValidationError("--database does not apply: the simulated processor is in the data folder.")
        }
    }

    /// Refuses a backup of data that is in PostgreSQL, and recommends a backup tool for PostgreSQL.
    ///
    /// - Throws: An error with exit code 77.
    func refusePostgres() throws {
        guard isInPostgres else { return }
        let source = database == nil ? DatabaseAddress.variable : "--database"
        throw CommandError(
            .refused, code: "dataInPostgres",
            "the data is in PostgreSQL, but `tapctl backup` copies only a data folder",
            reason: "\(source) is set",
            remedy: """
                back up and restore the database with pgBackRest, and copy the secret files in the data folder
                to back up the data in the folder itself, run the command without \(source)
                """)
    }
}
