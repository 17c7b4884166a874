import GRDB

extension DatabaseFileError {
    /// Creates the error that corresponds to an SQLite error (https://www.sqlite.org/rescode.html).
    init(_ error: GRDB.DatabaseError, at path: String) {
        let (code, summary, remedy) = Self.words(for: error)
        let statement = error.resultCode == .SQLITE_ERROR ? error.sql.map { ", in \($0)" } ?? "" : ""
        self.init(
            code, at: path, summary, reason: (error.message ?? "") + statement, remedy: remedy,
            underlying: error)
    }

    /// Returns the error to throw. An SQLite error is converted to a ``DatabaseFileError``. Any other error
    /// is returned unchanged.
    static func translated(_ error: any Error, at path: String) -> any Error {
        (error as? GRDB.DatabaseError).map { DatabaseFileError($0, at: path) } ?? error
    }

    /// Returns the code, summary and remedy for an SQLite error.
    private static func words(for error: GRDB.DatabaseError) -> (Code, String, String) {
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            (.busy, "another program is writing to the file", "try again in a moment")
        case .SQLITE_READONLY where error.extendedResultCode == .SQLITE_READONLY_DBMOVED:
            (.replaced, "the file was moved, deleted or replaced while it was open", "restart the program")
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
            (
                .readOnly, "the file cannot be written",
                "make the file and its folder writable for the user that runs this program"
            )
        case .SQLITE_CORRUPT:
            (.corrupt, "the file is damaged", "keep a copy of the file and restore the last backup")
        case .SQLITE_NOTADB:
            (.notADatabase, "the file is not a database", "check the path; this may be the wrong file")
        case .SQLITE_FULL:
            (.full, "the disk is full", "free some space and try again; the change was not saved")
        case .SQLITE_IOERR:
            (
                .inputOutput, "the disk could not be read or written",
                "check the system log for disk errors"
            )
        case .SQLITE_CANTOPEN:
            (.cannotOpen, "the file cannot be opened", "check the path and the file's permissions")
        case .SQLITE_CONSTRAINT:
            (
                .constraint, "a database constraint does not allow this change",
                "this is a bug in the program; report it"
            )
        case .SQLITE_MISUSE where error.message == "Connection is closed":
            (.closed, "the file is closed", "open it again")
        default:
            (.internal, "the database rejected a statement", "this is a bug in the program; report it")
        }
    }
}
