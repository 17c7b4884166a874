import GRDB

extension DatabaseFileError {
    /// Creates the error for an SQLite result code (https://www.sqlite.org/rescode.html).
    init(_ error: GRDB.DatabaseError, at path: String) {
        let (code, summary, remedy) = Self.words(for: error)
        let statement = error.resultCode == .SQLITE_ERROR ? error.sql.map { ", in \($0)" } ?? "" : ""
        self.init(
            code, at: path, summary, reason: (error.message ?? "") + statement, remedy: remedy,
            underlying: error)
    }

    /// Returns the error for a caller: a ``DatabaseFileError`` in place of SQLite's, and any other error unchanged.
    static func translated(_ error: any Error, at path: String) -> any Error {
        (error as? GRDB.DatabaseError).map { DatabaseFileError($0, at: path) } ?? error
    }

    /// Returns the code, summary and remedy for a result code.
    private static func words(for error: GRDB.DatabaseError) -> (Code, String, String) {
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            (.busy, "another program is writing to the file", "try again in a moment")
        case .SQLITE_READONLY where error.extendedResultCode == .SQLITE_READONLY_DBMOVED:
            (.replaced, "the file was moved or replaced while it was open", "start the program again")
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
            (.readOnly, "the file cannot be written", "allow this user to write the file and its folder")
        case .SQLITE_CORRUPT:
            (.corrupt, "the file is damaged", "keep a copy of it and restore the last backup")
        case .SQLITE_NOTADB:
            (.notADatabase, "this is not a database", "check the path; it may be another file")
        case .SQLITE_FULL:
            (.full, "the disk is full", "free some space and try again; no change is half done")
        case .SQLITE_IOERR:
            (.inputOutput, "the disk failed to read or write", "check the system's log for this disk")
        case .SQLITE_CANTOPEN:
            (.cannotOpen, "the file cannot be opened", "check the path and its permissions")
        case .SQLITE_CONSTRAINT:
            (.constraint, "a rule of the file forbids this change", "")
        case .SQLITE_MISUSE where error.message == "Connection is closed":
            (.closed, "the file is closed", "open it again")
        default:
            (.internal, "the database refused a statement", "this is a bug: report it")
        }
    }
}
