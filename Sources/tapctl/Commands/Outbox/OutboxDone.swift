import ArgumentParser
import DataFolderKit
import DatabaseKit
import Documents
import FailureKit
import InvocationRouter
import PaymentCore
import TimeKit

/// `tapctl outbox done ID ...`: notices that were told.
struct OutboxDone: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "done", abstract: "Note that people were told.",
        discussion: """
            EXAMPLES:
              tapctl outbox done note_0123456789
              tapctl outbox list --json | jq -r '.data[].id' | xargs tapctl outbox done

            Noted twice, the first time counts. Where one of them is not there, none
            is noted.
            """)

    @Argument(help: ArgumentHelp("A notice, as `outbox list` has it.", valueName: "id"))
    var ids: [String]

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let told = try await data.write { transaction, now in
            try ids.map { try Self.told($0, at: now, in: transaction) }
        }
        try output.print(.list(told.map { $0.document() }, hasMore: false)) { _ in
            told.count == 1 ? "1 notice was told" : "\(told.count) notices were told"
        }
    }

    private static func told(_ id: String, at now: Timestamp, in transaction: Transaction) throws
        -> OutboxNotice
    {
        guard let notice = try transaction.tell(notice: id, at: now) else {
            throw CommandError(
                .notFound, code: "notFound", "there is no notice \(id.escapedForDisplay())",
                remedy: "`tapctl outbox list --all` lists them")
        }
        return notice
    }
}
