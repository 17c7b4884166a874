import ArgumentParser
import Giving
import PaymentCore
import TimeKit

/// `tapctl outbox list`: notices, oldest first.
struct OutboxList: AsyncParsableCommand, PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List what is to be told, oldest first.",
        discussion: """
            EXAMPLES:
              tapctl outbox list
              tapctl outbox list --all --limit 100
              tapctl outbox list --json | jq -r '.data[].body'

            A program that tells people reads this list, tells, and says so with
            `tapctl outbox done`. A notice names its gift or contract, and no
            address: `tapctl gift show ID --json` has the donor's. `tapctl serve`
            writes e-mails to donors itself (receipt, refund, recurring_declined,
            recurring_changed), unless --donor-mail says links.
            """)

    @Flag(help: "Also what was told already.")
    var all = false

    @OptionGroup var page: PageOptions
    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (all, options) = (all, page)
        let found = try await data.withData(needsProcessor: false) { data in
            try await data.read { unit in
                let behind = try options.behind { id in try unit.notice(id) != nil }
                return try unit.notices(isWaiting: !all, behind: behind, limit: options.asked)
            }
        }
        let page = Page(found, options)
        try output.print(.list(page.elements.map(\.document), hasMore: page.hasMore)) { style in
            guard !page.elements.isEmpty else { return "nothing waits to be told" }
            return table(
                [["notice", "when", "to", "about", "what"]]
                    + page.elements.map { notice in
                        [
                            style.short(notice.id), notice.time.iso8601, notice.recipient.rawValue,
                            style.short(notice.subject), notice.body,
                        ]
                    }, style: style)
        }
        if !output.json { page.tellMore(\.id) }
    }
}
