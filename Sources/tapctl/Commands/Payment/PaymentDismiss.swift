import ArgumentParser
import DataFolderKit
import DisplayKit
import Documents
import MoneyKit
import PaymentCore
import StaffAccess
import TimeKit

/// `tapctl payment dismiss`: excludes one of the processor's charges, refunds or transfers from the books,
/// and stores the reason.
struct PaymentDismiss: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "dismiss",
        abstract: "Exclude a charge, refund or transfer from the books, with a reason.",
        discussion: """
            EXAMPLES:
              tapctl payment dismiss ch_3Nx4Ga... --reason "a test of the terminal"
              tapctl payment dismiss --list
              tapctl payment dismiss ch_3Nx4Ga... --undo

            Use this command for a charge, refund or transfer that `tapctl payment
            reconcile --full` lists but that does not belong in these books. After it is
            dismissed, it is no longer listed; the reason is stored.
            """)

    @Argument(help: "The id at the processor: ch_..., re_... or tr_....")
    var id: String?

    @Option(help: ArgumentHelp("The reason: 1 to 500 characters.", valueName: "text"))
    var reason: String?

    @Flag(help: "Undo a dismissal.")
    var undo = false

    @Flag(help: "List dismissals, newest first.")
    var list = false

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .dismissPayment }

    func validate() throws {
        if list {
            guard id == nil, reason == nil, !undo else {
                throw ValidationError("--list cannot be combined with an id, --reason or --undo.")
            }
            return
        }
        guard id != nil else { throw ValidationError("Specify an id, or use --list.") }
        guard undo == (reason == nil) else { throw ValidationError("Use either --reason or --undo.") }
        if let flaw = reason.flatMap({ DisplayText.flaw(in: $0, atMost: Dismissal.mostReason) }) {
            throw ValidationError("--reason \(flaw.summary): \(flaw.remedy).")
        }
    }

    func run() async throws {
        guard !list else { return try await printList() }
        let id = id ?? ""
        let dismissal = try await data.withData(catchingUp: false) { data in
            guard let reason else {
                return try await known(
                    listedBy: "`tapctl payment dismiss --list` shows all dismissals"
                ) {
                    try await data.payments.undoDismissal(of: id)
                }
            }
            return try await known { try await data.payments.dismiss(id, because: reason) }
        }
        try output.print(dismissal.document(isUndone: undo)) { style in
            "\(style.bold(dismissal.id))  \(dismissal.amount.shown)  "
                + (undo ? "listed again" : "dismissed: \(printable(dismissal.reason))")
        }
    }

    private func printList() async throws {
        let dismissals = try await data.withData(catchingUp: false, needsProcessor: false) { data in
            try await data.read { transaction in
                try allPages { try transaction.dismissals(after: $0, limit: 500) }
            }
        }
        try output.print(
            list: dismissals, document: { $0.document(isUndone: false) }, none: "nothing was dismissed"
        ) { style in
            table(
                [["id", "made", "amount", "dismissed", "reason"]]
                    + dismissals.map {
                        [
                            $0.id, $0.created.iso8601, $0.amount.shown, $0.dismissed.iso8601,
                            printable($0.reason),
                        ]
                    }, numbers: ["amount"], shrinking: ["reason"], style: style)
        }
    }
}

extension Dismissal {
    fileprivate func document(isUndone: Bool) -> JSONValue {
        [
            "object": "dismissal", "id": id.json, "amount_minor": amount.minorUnits.json,
            "currency": amount.currency.code.json, "account": account.json, "reason": reason.json,
            "created": created.json, "dismissed": dismissed.json, "undone": isUndone.json,
        ]
    }
}
