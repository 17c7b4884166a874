import ArgumentParser
import Contracts
import DatabaseKit
import DataFolderKit
import Documents
import FailureKit
import Giving
import InvocationRouter
import PaymentCore
import StaffAccess
import TimeKit
import TokenKit

/// `tapctl outbox`: lists notices, and marks them as sent.
struct OutboxCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox", abstract: "List notices for donors, payers and payees, and mark them as sent.",
        subcommands: [OutboxList.self, OutboxDone.self])
}

/// `tapctl outbox list`: lists notices, oldest first.
struct OutboxList: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List pending notices, oldest first.",
        discussion: """
            EXAMPLES:
              tapctl outbox list
              tapctl outbox list --all --limit 100
              tapctl outbox list --json | jq -r '.data[].body'

            Your own program can read this list, send the notices, and mark them with
            `tapctl outbox done`. A notice refers to its gift or contract, but does not
            contain an address: `tapctl gift show ID --json` shows the donor's address, and
            `tapctl contract show ID --json` shows the payer's. A payment request has the
            payment link in `data.link` while the link is open. `tapctl serve` writes
            e-mails to donors itself (receipt, refund, recurring_declined,
            recurring_changed), unless --donor-mail is set to links.
            """)

    @Flag(help: "Include notices that were already sent.")
    var all = false

    @OptionGroup var page: PageOptions
    @OptionGroup var data: ServiceOptions
    @OptionGroup var hosts: HostOptions
    @OptionGroup var output: OutputOptions

    /// A notice, with its open payment link, if any.
    private struct Found: Sendable {
        let notice: OutboxNotice
        let link: String?
    }

    func run() async throws {
        let hosts = try hosts.hosts()
        let found = try await data.withData(needsProcessor: false) { data in
            let contracts = data.products.contracts
            return try await data.read { transaction in
                let cursor = try page.cursor { id in try transaction.notice(id) != nil }
                return try transaction.notices(isWaiting: !all, after: cursor, limit: page.asked).map {
                    notice in
                    let token = try contracts.openLink(askedBy: notice, in: transaction)
                    return Found(
                        notice: notice,
                        link: try token?.paymentURL(hosts: hosts))
                }
            }
        }
        try output.print(
            found, page, id: \.notice.id, document: { $0.notice.document(link: $0.link) },
            none: all ? "no notices" : "no pending notices", of: "notices"
        ) { notices, style in
            table(
                [["notice", "when", "to", "about", "what"]]
                    + notices.map { found in
                        let notice = found.notice
                        return [
                            style.short(notice.id), notice.time.iso8601, notice.recipient.rawValue,
                            style.short(notice.subject),
                            found.link.map { "\(notice.body): \($0)" } ?? notice.body,
                        ]
                    }, style: style)
        }
    }
}

/// `tapctl outbox done ID ...`: marks notices as sent.
struct OutboxDone: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "done", abstract: "Mark notices as sent.",
        discussion: """
            EXAMPLES:
              tapctl outbox done note_0123456789
              tapctl outbox list --json | jq -r '.data[].id' | xargs tapctl outbox done

            If a notice is marked twice, the time of the first mark is kept. If any notice
            does not exist, none is marked.
            """)

    @Argument(help: ArgumentHelp("A notice's id, from `outbox list`.", valueName: "id"))
    var ids: [String]

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .clearOutbox }

    func run() async throws {
        let sent = try await data.write { transaction, now in
            try ids.map { try Self.markSent($0, at: now, in: transaction) }
        }
        try output.print(.list(sent.map { $0.document() })) { _ in
            sent.count == 1 ? "1 notice was marked as sent" : "\(sent.count) notices were marked as sent"
        }
    }

    private static func markSent(_ id: String, at now: Timestamp, in transaction: Transaction) throws
        -> OutboxNotice
    {
        guard let notice = try transaction.markSent(notice: id, at: now) else {
            throw CommandError(
                .notFound, code: "notFound", "there is no notice \(id.escapedForDisplay())",
                remedy: "`tapctl outbox list --all` lists all notices")
        }
        return notice
    }
}
