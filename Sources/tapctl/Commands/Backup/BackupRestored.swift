import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import StaffAccess
import TimeKit

/// `tapctl backup restored`: prepares a PostgreSQL database for use after the database has been restored.
///
/// Starts a new segment of receipt numbers. Ends all sessions, invalidates links, and refuses members of
/// staff and API keys until they are confirmed. `tapctl backup restore` does the same in a data folder.
struct BackupRestored: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "restored", abstract: "Prepare a restored PostgreSQL database for use.",
        discussion: """
            EXAMPLES:
              tapctl backup restored --moment 2026-11-29T01:47:17Z
              tapctl backup restored --moment 2026-11-29T01:47:17Z --segment 3

            Run this command once after a point-in-time restore by the database server, and
            before the first `tapctl serve`. --moment is the target time of the restore,
            and the books end at that time. Run `tapctl payment reconcile --full` to list
            what the processor has done since. Receipts that were issued later are not in
            the books, so new receipts are numbered in a new segment (R1 in
            T-Grace-2026-R1-000001). If receipts of segment R1 were already issued after
            that moment, choose a higher segment with --segment.

            The database may contain people and programs that lost access later, so all
            sessions and links end. People and API keys have no access until you confirm
            them with `tapctl admin confirm` and `tapctl api-key confirm`. The data folder
            gets a new links.secret: copy it to every machine that runs `tapctl serve`.
            """)

    @Option(
        help: ArgumentHelp(
            "The time to which the server restored the database, such as 2026-11-29T01:47:17Z.",
            valueName: "time"),
        transform: BackupRestored.time)
    var moment: Timestamp

    @Option(
        help: ArgumentHelp(
            "The segment number of new receipts. (default: the last segment in the books plus 1)",
            valueName: "number"))
    var segment: Int?

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func validate() throws { try (1...9999).validate(segment, of: "--segment") }

    /// Parses a time. PostgreSQL's own format is not accepted, because it has a space before the time and an
    /// offset without minutes.
    private static func time(_ text: String) throws -> Timestamp {
        guard let time = Timestamp(iso8601: text) else {
            throw ValidationError(
                "Use a time with Z or an offset, such as 2026-11-29T01:47:17Z or 2026-11-29T02:47:17+01:00.")
        }
        return time
    }

    func run() async throws {
        guard let settings = try DatabaseAddress.settings(data.database) else {
            throw CommandError(
                .refused, code: "dataInFolder", "no PostgreSQL database was specified",
                reason: "neither --database nor \(DatabaseAddress.variable) is set",
                remedy: "use --database, or restore a data folder with `tapctl backup restore`")
        }
        let (folder, segment, now) = (data.folder, segment, try ProcessEnvironment().clock.now())
        let end = moment
        guard end <= now else {
            throw CommandError(
                .usage, code: "futureMoment", "--moment is in the future", reason: end.iso8601,
                remedy: "use the restore's target time, with Z only if that time is in UTC")
        }
        let (database, books) = try await Interrupts.guarding {
            try await DataFolder.finishRestore(of: settings, in: folder, to: end, segment: segment, now: now)
        }
        try output.print(books.adding(to: books.document(of: database, in: folder))) { style in
            """
            \(style.bold(printable(database)))
            the books end at \(end.iso8601) and contain nothing that the processor did later
            """ + books.lines.map { "\n" + $0 }.joined()
                + "\ncopy \(printable(folder))/links.secret to every machine that uses the database"
        }
        if !books.isSegmentCertain {
            Terminal.warn(
                "if receipts of segment R\(books.segment) were issued after that moment, run this command again with a "
                    + "higher --segment before the first gift")
        }
    }
}

extension RestoredBooks {
    /// Returns the first part of the JSON document of `tapctl backup restored`. ``adding(to:)`` adds the
    /// rest.
    func document(of database: String, in folder: String) -> JSONValue {
        [
            "object": "backup_restored", "database": database.json, "data": folder.json, "moment": end.json,
        ]
    }

    /// Returns the JSON document with additional fields: the segment of new receipts, the numbers of ended
    /// sessions and links, and the unconfirmed members and API keys.
    func adding(to document: JSONValue) -> JSONValue {
        document.adding("receipt_segment", segment.json)
            .adding("sessions_ended", access.sessions.json)
            .adding("links_ended", access.links.json)
            .adding("unconfirmed_staff", .array(access.members.map(\.document)))
            .adding("unconfirmed_api_keys", .array(access.keys.map(\.document)))
    }

    /// Human-readable lines about the new segment, the next step, the ended sessions and links, and the
    /// members and keys to confirm.
    var lines: [String] {
        [
            "new receipts get numbers in segment R\(segment), such as …-R\(segment)-000001",
            "next: `tapctl payment reconcile --full` lists what is missing",
        ] + access.lines
    }
}

extension EndedAccess {
    /// Human-readable lines about the ended sessions and links, and about the members and keys to confirm.
    fileprivate var lines: [String] {
        var lines: [String] = []
        if sessions + links > 0 {
            lines.append("ended: \(counted(sessions, "session")), \(counted(links, "link"))")
        }
        if !members.isEmpty {
            lines.append(
                "`tapctl admin remove` removes access; until you run `tapctl admin confirm`, "
                    + "\(members.count == 1 ? "this person" : "these people") cannot sign in:"
            )
            lines += members.map { "  \($0.id)  \($0.line)" }
        }
        if !keys.isEmpty {
            lines.append(
                "`tapctl api-key remove` revokes a key; until you run `tapctl api-key confirm`, "
                    + "\(keys.count == 1 ? "this key is" : "these keys are") refused:"
            )
            lines += keys.map { "  \($0.publicID)  \($0.line)" }
        }
        return lines
    }
}
