extension PostgresError {
    /// Creates the error for an SQLSTATE (PostgreSQL manual, appendix A).
    ///
    /// - Parameters:
    ///   - sqlState: The five characters of the code.
    ///   - message: The server's primary message.
    ///   - detail: A fact that is safe to report, such as the name of a constraint.
    ///   - database: The hosts and the name of the database.
    init(sqlState: String, message: String, detail: String = "", at database: String) {
        let (code, summary, remedy) = Self.words(for: sqlState)
        self.init(
            code, at: database, summary,
            reason: Self.reason(sqlState, message, detail), remedy: remedy, sqlState: sqlState)
    }

    /// Returns the code, summary and remedy for an SQLSTATE.
    private static func words(for sqlState: String) -> (Code, String, String) {
        switch sqlState {
        case "28P01":
            (
                .wrongPassword, "the server rejected the user or the password",
                "check the user and the password file"
            )
        case "28000":
            // The server also sends this code if no line of pg_hba.conf allows the connection.
            (
                .wrongPassword, "the server refused the login",
                "check the user, and whether the server's pg_hba.conf allows this host and requires TLS"
            )
        case "3D000": (.missing, "the database does not exist", "create the database, or check its name")
        case "42501":
            (.notPermitted, "the database user lacks a permission", "make the user the owner of the database")
        case "53300":
            (
                .tooManyConnections, "the server does not accept any more connections",
                "raise the server's max_connections, or use fewer connections"
            )
        case "57P03": (.starting, "the server is starting or stopping", "try again in a moment")
        case "53100":
            (.full, "the server's disk is full", "free some space and try again; the change was not saved")
        case "25006":
            (.readOnly, "the server is read-only", "connect to the primary server")
        case "57014", "55P03", "25P03":
            (.timeout, "the transaction took too long", "try again in a moment")
        case "40001", "40P01":
            (.conflict, "other transactions were changing the same rows", "try again in a moment")
        case "57P01", "57P02", "57P05":
            (.connectionLost, "the server closed the connection", "try again in a moment")
        default: words(forClass: sqlState.prefix(2))
        }
    }

    private static func words(forClass name: Substring) -> (Code, String, String) {
        switch name {
        case "08": (.connectionLost, "the connection was lost", "try again in a moment")
        case "23": (.constraint, "a database constraint does not allow this change", "")
        case "53": (.busy, "the server lacks resources", "check the server's memory and limits")
        case "58", "XX":
            (.inputOutput, "the server reported a system or internal error", "check the server's log")
        default:
            (.internal, "the database rejected a statement", "this is a bug in the program; report it")
        }
    }

    /// Returns the text of the error's reason: the server's message, the detail and the SQLSTATE. A message
    /// with an SQLSTATE of class 22 or 23 is left out, because it may contain values from rows.
    private static func reason(_ sqlState: String, _ message: String, _ detail: String) -> String {
        let words = ["22", "23"].contains(sqlState.prefix(2)) ? "" : message
        return ([words, detail].filter { !$0.isEmpty } + ["SQLSTATE \(sqlState)"]).joined(separator: ", ")
    }
}
