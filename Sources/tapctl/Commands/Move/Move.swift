import ArgumentParser
import DataFolderKit
import Documents
import PaymentCore

/// `tapctl move`: copies the data of a folder to a PostgreSQL database.
struct Move: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Move the data of a folder to a PostgreSQL database.",
        discussion: """
            EXAMPLES:
              tapctl move --to postgres://tapctl@a,b,c/church
              tapctl move --data demo --to postgres:///church

            Copies all tables to an empty database, in one transaction, and compares
            the number of rows, the balances and the ledger on both sides. If it fails or
            is interrupted, the database contains no data, and you can run it again. End
            all other programs that use the folder first.
            The database needs ENCODING 'UTF8' and LC_COLLATE 'C'. Its password is read
            from ~/.pgpass, PGPASSFILE or PGPASSWORD.
            Afterward, commands refuse the folder's own books, and use the database with
            --database or TAPCTL_DATABASE. The folder keeps the secrets; copy them to each
            machine. It also keeps its simulated processor: serve it with `tapctl processor
            serve`, and set TAPCTL_PROCESSOR.
            """)

    @Option(help: ArgumentHelp("The PostgreSQL database, which must be empty.", valueName: "url"))
    var to: String

    @Option(help: DataOptions.help, completion: .directory)
    var data: String?

    func run() async throws {
        var place = DataOptions()
        (place.data, place.database) = (data, nil)
        let folder = place.folder
        let settings = try DatabaseAddress.settings(of: to, from: "--to")
        let moved = try await Interrupts.guarding { try await DataFolder.move(folder, to: settings) }
        let check = moved.check
        let entries = "\(check.entries) entries"
        let books = [counted(check.postings, "posting"), entries, counted(moved.balances, "balance")]
            .joined(separator: ", ")
        try StandardStream.out.write(
            """
            moved to \(printable(moved.database))
            \(counted(moved.tables, "table")), \(counted(Int(moved.rows), "row")): the same on both sides
            \(books): balanced and equal on both sides
            next: set TAPCTL_DATABASE for all commands, and copy the secrets to each machine

            """)
    }
}
