import Documents
import PostgresKit

extension PostgresError: CommandRemedied {
    /// The next step for the user of a command.
    package var commandRemedy: String { remedy }
}
