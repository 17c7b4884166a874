import ArgumentParser
import DataFolderKit
import DatabaseKit
import Documents
import Giving
import MoneyKit
import PaymentCore
import TextKit
import TimeKit

/// `tapctl payment list`: lists payments, newest first.
struct PaymentList: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List payments, newest first.",
        discussion: """
            EXAMPLES:
              tapctl payment list
              tapctl payment list --state requires_action
              tapctl payment list --state needs_review --json
            """)

    @Option(
        help: "Only payments in this state: succeeded, processing, requires_action, ...",
        completion: PaymentState.completion, transform: PaymentState.typed)
    var state: PaymentState?

    @OptionGroup var page: PageOptions
    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (found, names) = try await data.read { transaction, now in
            let cursor = try page.cursor(
                { id in try transaction.payment(id) != nil }, ids: transaction.payments(beginning:limit:))
            return (
                try transaction.payments(in: state, after: cursor, limit: page.asked),
                try GivingNames(organizations: transaction.allOrganizations(), in: transaction, at: now)
            )
        }
        try output.print(
            found, page, id: \.id, document: \.document,
            none: "no payments; `tapctl gift make` creates one", of: "payments", filters: [state]
        ) { payments, style in
            table(
                [["payment", "when", "for", "charged", "state"]]
                    + payments.map { payment in
                        [
                            style.short(payment.id),
                            names.moment(
                                payment.created, of: names.organization(ofAccount: payment.payee)),
                            style.short(payment.subject), payment.total.shown,
                            payment.state.word(style: style),
                        ]
                    }, numbers: ["when", "charged"], style: style)
        }
    }
}

extension Transaction {
    /// Returns the payment ids that begin with a prefix, newest first; at most `limit`.
    fileprivate func payments(beginning prefix: String, limit: Int) throws -> [String] {
        // No id contains a tilde, so the page after this cursor begins with the ids that have the prefix.
        try payments(in: nil, after: prefix + "~", limit: limit).map(\.id).filter { $0.hasPrefix(prefix) }
    }
}

extension PaymentState {
    /// Returns the payment's state in words, in color if the style has colors.
    fileprivate func word(style: Style) -> String {
        let text: String = word
        return switch self {
        case .succeeded: style.green(text)
        case .requiresPaymentMethod, .canceled, .needsReview: style.red(text)
        case .requiresConfirmation, .requiresAction, .requiresCapture, .processing: style.yellow(text)
        }
    }
}
