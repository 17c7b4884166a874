import ArgumentParser
import DataFolderKit
import DatabaseKit
import Documents
import TagKit
import TagRegistry

/// `tapctl tag which`: whose tag this is.
struct TagWhich: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "which", abstract: "Tell which seat this tag belongs to, and what happened to it.",
        discussion: """
            EXAMPLES:
              tapctl tag which
              tapctl tag which --json | jq -r .seat

            For a tag that was found on the floor: batch, seat, where it leads and should
            lead, and its history, the newest first. Nothing is written.

            Ends with 1 for a tag that nobody has registered.
            """)

    @OptionGroup var hosts: HostOptions
    @OptionGroup var reader: ReaderOptions
    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    /// How much of a history is shown.
    private static let longestHistory = 200

    func run() async throws {
        let hosts = try hosts.hosts()
        let shown = try await data.withData { data in
            let tag = try await reader.inspect(.inspection)
            let uid = hexUID(tag.look.tag.uid)
            let rules = AuditRules(
                hosts: hosts, directory: try await data.auditDirectory(), words: { $0.sentence })
            return try await data.read { transaction in
                let record = try transaction.auditRecord(of: uid)
                let history = try transaction.journal(uid: uid, limit: Self.longestHistory).map { entry in
                    (entry: entry, seat: try Self.seat(of: entry, in: transaction))
                }
                return ShownHistory(
                    tag: tag, record: record,
                    findings: rules.findings(tag.look, record, tag.originality), history: history)
            }
        }
        try output.print(shown.document) { shown.text(style: $0) }
        if !shown.isKnown { throw ExitCode.no }
    }

    private static func seat(of entry: JournalEntry, in transaction: Transaction) throws -> String? {
        guard let batch = entry.batch, let number = entry.row else { return nil }
        return try transaction.row(number, of: batch)?.seat
    }
}
