import ArgumentParser
import PaymentCore
import TimeKit

/// `tapctl payment list`: payments, newest first.
struct PaymentList: AsyncParsableCommand, PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List payments, newest first.",
        discussion: """
            EXAMPLES:
              tapctl payment list
              tapctl payment list --state requires_action
              tapctl payment list --state needs_review --json
            """)

    @Option(
        help: ArgumentHelp("Of this state: succeeded, processing, requires_action, …", valueName: "state"),
        completion: .list(PaymentState.allCases.map(\.rawValue)), transform: PaymentList.state)
    var state: PaymentState?

    @Option(help: ArgumentHelp("Start after this payment.", valueName: "id"))
    var after: String?

    @Option(help: ArgumentHelp("How many to show, 1 to 1000.", valueName: "count"))
    var limit = 25

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if !(1...1000).contains(limit) { throw ValidationError("--limit takes 1 to 1000.") }
    }

    func run() async throws {
        let (state, after, limit) = (state, after, limit)
        let found = try await data.withData { data in
            try await data.read { try $0.payments(in: state, behind: after, limit: limit + 1) }
        }
        let page = Array(found.prefix(limit))
        try output.print(.list(page.map(\.document), hasMore: found.count > limit)) { style in
            guard !page.isEmpty else { return "no payments; `tapctl gift make` makes one" }
            return table(
                [["payment", "when", "for", "total", "state"]]
                    + page.map { payment in
                        [
                            payment.id, payment.created.iso8601, payment.subject, payment.total.shown,
                            payment.state.rawValue.replacing("_", with: " "),
                        ]
                    }, style: style)
        }
    }

    private static func state(_ text: String) throws -> PaymentState {
        guard let state = PaymentState(rawValue: text) else {
            throw ValidationError(
                "There is: \(PaymentState.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        return state
    }
}
