import ArgumentParser
import DataFolderKit
import Documents
import PaymentCore

/// `tapctl move`: copies the data of a folder to a PostgreSQL database.
struct Move: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Move the data of a folder to a PostgreSQL database.",
        discussion: """
            EXAMPLES:
              tapctl move --to postgres://tapctl@a,b,c/church
              tapctl move --data demo --to postgres:///church

            First, stop all other programs that use the folder. This command copies all
            tables to an empty database, in one transaction, and compares the number of
            rows, the balances and the ledger in both databases. E-mails in the folder
            `outbox` are also moved. If the command fails or is interrupted, the database
            contains no data, and you can run the command again.
            The database needs ENCODING 'UTF8' and LC_COLLATE 'C'. Its password is read
            from ~/.pgpass, PGPASSFILE or PGPASSWORD.
            Afterward, commands refuse to use the folder's tapctl.sqlite: specify the
            database with --database or TAPCTL_DATABASE. The files links.secret and
            factors.key and the folder `secrets` are not moved: copy them to each machine.
            The simulated processor (processor.sqlite) also stays in the folder: serve it
            with `tapctl processor serve`, and set TAPCTL_PROCESSOR to its URL.
            """)

    @Option(help: ArgumentHelp("The PostgreSQL database, which must be empty.", valueName: "url"))
    var to: String

    @Option(help: DataOptions.help, completion: .directory)
    var data: String?

    @OptionGroup var output: OutputOptions

    func run() async throws {
        var place = DataOptions()
        (place.data, place.database) = (data, nil)
        let folder = place.folder
        let settings = try DatabaseAddress.settings(of: to, from: "--to")
        let moved = try await Interrupts.guarding { try await DataFolder.move(folder, to: settings) }
        try output.print(moved.document(from: folder), moved.lines.joined(separator: "\n"))
        if moved.letters > 0, moved.letterFolder == nil {
            Terminal.warn(
                "the folder `outbox` cannot be renamed: delete its e-mails, because they are in the database now"
            )
        }
    }
}

extension MovedData {
    /// Returns the JSON document that `tapctl move --json` prints.
    func document(from folder: String) -> JSONValue {
        [
            "object": "move", "data": folder.json, "database": database.json,
            "tables": tables.json, "rows": rows.json, "postings": check.postings.json,
            "entries": check.entries.json, "balances": balances.json, "emails": letters.json,
            "email_folder": letterFolder.json,
        ]
    }

    fileprivate var lines: [String] {
        let entries = "\(check.entries) entries"
        let books = [counted(check.postings, "posting"), entries, counted(balances, "balance")]
            .joined(separator: ", ")
        let emails = letterFolder.map { "; their files are now in \(printable($0))" } ?? ""
        return [
            "moved to \(printable(database))",
            "\(counted(tables, "table")), \(counted(Int(rows), "row")): the same in both databases",
            "\(books): balanced, and equal in both databases",
        ] + (letters > 0 ? ["\(counted(letters, "e-mail")) waiting to be sent\(emails)"] : [])
            + [
                "next: set TAPCTL_DATABASE for all commands, and copy links.secret, factors.key and the folder "
                    + "`secrets` to each machine"
            ]
    }
}
