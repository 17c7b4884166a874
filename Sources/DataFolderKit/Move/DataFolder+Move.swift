import DatabaseKit
import Documents
import FailureKit
import Foundation
import Giving
package import PaymentCore
package import PostgresKit
import TapServer

/// The result of moving the data of a folder to a PostgreSQL database.
package struct MovedData: Sendable {
    /// The hosts and the name of the database.
    package let database: String
    /// The number of tables that were copied.
    package let tables: Int
    /// The number of rows that were copied.
    package let rows: Int64
    /// The result of the ledger check, which is the same in the folder and in PostgreSQL.
    package let check: LedgerCheck
    /// The number of accounts whose balances were compared.
    package let balances: Int
    /// The number of e-mails that were waiting in the folder and are now rows of a table.
    package let letters: Int
    /// The folder that now contains the e-mails' files. They were moved so that no program sends the e-mails
    /// again. Nil if there were no e-mails, or if the `outbox` folder could not be renamed.
    package fileprivate(set) var letterFolder: String?
}

extension DataFolder {
    /// Copies the data of a folder to an empty PostgreSQL database, and checks that the books in the folder
    /// and in PostgreSQL are equal.
    ///
    /// E-mails that wait in the `outbox` folder become rows in the e-mail table.
    ///
    /// Everything is copied in one transaction. If this function fails before the commit, nothing is copied,
    /// and the function can be called again. If the connection is lost during the commit, the database may
    /// contain all the data. After a move, the folder's own database can no longer be opened by accident.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder. An error is thrown if another program is using the folder.
    ///   - settings: The address of the database.
    /// - Throws: An error with exit code 66 if the folder has no data; 77 if the folder is in use or was
    ///   already moved, if the database is not empty, or if an e-mail cannot be moved; 65 if the books are
    ///   not balanced; 70 if the copied books differ; or 78 if another version wrote the folder's database.
    package static func move(_ folder: String, to settings: PostgresSettings) async throws -> MovedData {
        let path = file(in: folder)
        guard FileManager.default.fileExists(atPath: path) else {
            throw CommandError(
                .notFound, code: "noData", "there is no data to move", reason: folder,
                remedy: "use --data or TAPCTL_HOME to specify the data folder")
        }
        let lock = try MoveLock(folder)
        defer { withExtendedLifetime(lock) {} }
        let mark = MovedFolder(folder)
        try mark.refuseMove(to: settings.name)
        var settings = settings
        (settings.transactionTimeout, settings.statementTimeout) = (.seconds(86_400), .seconds(3_600))
        let empty = try await PostgresDatabase.open(settings)
        try await empty.checkForeignTables()
        await empty.close()
        let target = try await PostgresDatabase.open(
            settings, migrations: try PostgresMigration.all(migrations))
        let isMarked = mark.exists
        try mark.mark(settings.name, isDone: false)
        var moved: MovedData
        do {
            moved = try await move(path, MailSpool(folder + "/outbox"), to: target)
        } catch {
            let code = (error as? PostgresError)?.code
            if isMarked, code == .notEmpty { throw mark.mayHaveEnded(settings.name) }
            if !isMarked, code != .unknown { mark.unmark() }
            throw error
        }
        await target.close()
        if moved.letters > 0 { moved.letterFolder = mark.keepLetters() }
        try mark.mark(settings.name, isDone: true)
        return moved
    }

    private static func move(
        _ path: String, _ spool: MailSpool, to target: PostgresDatabase
    ) async throws -> MovedData {
        guard !DatabaseFile.isInUse(at: path) else { throw folderInUse(path) }
        let source = try opened(path)
        defer { try? source.close() }
        let cancellation = CancellationFlag()
        let (tables, (books, letters)) = try await withTaskCancellationHandler {
            try await target.copy(of: source, isCancelled: { cancellation.isSet }) { file, copy in
                let (books, copied) = (try Books(file), try Books(copy))
                try books.check(copied)
                return (books, try moveLetters(of: spool, to: copy))
            }
        } onCancel: {
            cancellation.set()
        }
        return MovedData(
            database: target.name, tables: tables.count, rows: tables.reduce(0) { $0 + $1.rows },
            check: books.check, balances: books.balances.count, letters: letters, letterFolder: nil)
    }

    private static func moveLetters(of spool: MailSpool, to copy: Transaction) throws -> Int {
        do {
            return try copy.addLetters(of: spool)
        } catch let letter as UnmovableLetter {
            throw CommandError(
                .refused, code: "letterNotMovable", "an e-mail in the outbox folder cannot be moved",
                reason: "\(printable(letter.name)) is being sent, or was not created by tapctl",
                remedy:
                    "wait until the e-mail has been sent, or move its file to another folder; then try again")
        }
    }

    /// Opens the database of the folder without changing it.
    private static func opened(_ path: String) throws -> DatabaseFile {
        do {
            return try DatabaseFile.open(
                at: path, migrations: migrations, options: .init(readOnly: true, mustExist: true))
        } catch  where error.code == .readOnly {
            throw CommandError(
                .configuration, code: "olderData", "the data was written by an earlier version of tapctl",
                reason: error.reason,
                remedy:
                    "run `tapctl ledger check` to update the data to this version, and then move the data"
            )
        }
    }

    private static func folderInUse(_ path: String) -> CommandError {
        CommandError(
            .refused, code: "folderInUse", "another program is using the data folder",
            reason: "the program has \(path) open",
            remedy: "stop `tapctl serve` and all other commands that use this folder, and try again")
    }
}

/// The contents of the books that must be equal in the folder and in PostgreSQL.
private struct Books: Sendable {
    let check: LedgerCheck
    let balances: [LedgerEntry]

    init(_ transaction: Transaction) throws {
        var check = try transaction.ledgerCheck()
        check.problems += try transaction.receiptProblems()
        (self.check, balances) = (check, try transaction.balances(prefix: ""))
    }

    /// Checks that these books are balanced, and that a copy has the same content.
    ///
    /// - Throws: An error with exit code 65 or 70.
    func check(_ copy: Books) throws {
        guard check.isBalanced else {
            throw CommandError(
                .malformed, code: "notBalanced", "the books of the data folder are not balanced",
                reason: check.problems.map(printable).joined(separator: "\n"),
                remedy: "run `tapctl ledger check`, and correct the books before you move the data")
        }
        guard check == copy.check, balances == copy.balances else {
            throw CommandError(
                .ourBug, code: "copyDiffers",
                "the books in PostgreSQL differ from the books in the data folder",
                reason: copy.check.problems.map(printable).joined(separator: "\n"),
                remedy: "report this error; nothing was moved")
        }
    }
}
