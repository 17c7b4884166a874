import Documents
import PostgresKit

extension PostgresError: CommandRemedied {
    /// The next step for the user of a command: the error's own remedy.
    package var commandRemedy: String { remedy }
}
