import Documents
import PostgresKit

extension PostgresError: CommandRemedied {
    /// The next step for the user of a command. Same as the error's `remedy`.
    package var commandRemedy: String { remedy }
}
