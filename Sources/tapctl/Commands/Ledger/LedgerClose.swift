import ArgumentParser
import DataFolderKit
import Documents
import Giving
import StaffAccess
import TimeKit

/// `tapctl ledger close`: permanently closes the books of a month, or lists the closed months.
struct LedgerClose: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "close", abstract: "Close the books of a month, or list closed months.",
        discussion: """
            EXAMPLES:
              tapctl ledger close 2026-10 --org WoodlandsChurch
              tapctl ledger close --list --org WoodlandsChurch

            A closed month never changes: its lines in `gift list --format csv`, in `ledger
            journal` and on yearly statements stay the same. Later payments, refunds and
            disputes of its gifts count toward the open month; `ledger late` lists them.
            Months are closed in order, and only after they have ended. A closed month
            cannot be reopened: book a correction in the open month.
            """)

    @Argument(help: "The month, such as 2026-10.", transform: DayOptions.month)
    var month: CalendarMonth?

    @Option(
        name: [.customLong("org"), .customLong("organization")],
        help: .organization)
    var org: String

    @Flag(help: "List the closed months, latest first.")
    var list = false

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .closeMonth }

    /// The maximum number of closed months to list (ten years).
    private static let mostListed = 120

    func validate() throws {
        if list == (month != nil) {
            throw ValidationError("Specify a month, such as 2026-10, or use --list.")
        }
    }

    func run() async throws {
        let months = try await data.withData(needsProcessor: false) { data in
            guard let month else {
                return try await data.read { transaction in
                    try transaction.closedMonths(
                        of: transaction.knownOrganization(org).id, limit: Self.mostListed)
                }
            }
            return try await data.write { transaction, now in
                [try transaction.closeMonth(month, of: transaction.knownOrganization(org).id, at: now)]
            }
        }
        if !list, let closed = months.first {
            return try output.print(closed)
        }
        try output.print(list: months, document: \.document, none: "no month is closed") { style in
            table(
                [["month", "closed", "last posting", "waiting"]]
                    + months.map {
                        [
                            $0.month.iso8601, $0.closed.inUTC, String($0.lastPosting), String($0.waiting),
                        ]
                    }, numbers: ["last posting", "waiting"], style: style)
        }
    }
}

extension ClosedMonth: CommandResult {
    /// The closed month's JSON document, as described in `docs/json.md`.
    var document: JSONValue {
        [
            "object": "closed_month", "org": organization.json, "month": month.iso8601.json,
            "closed": closed.json, "last_posting": lastPosting.json, "waiting": waiting.json,
        ]
    }

    /// Returns the closed month as human-readable text.
    func text(style: Style) -> String {
        var lines = ["\(style.green("closed"))  \(month.iso8601) of \(organization), on \(closed.inUTC)"]
        if waiting > 0 {
            lines.append(
                "\(counted(waiting, "gift")) of this month \(waiting == 1 ? "is" : "are") still unpaid: "
                    + "payments made later are booked in the month that is open at that time")
        }
        return lines.joined(separator: "\n")
    }
}
