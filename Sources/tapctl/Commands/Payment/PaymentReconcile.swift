import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import PaymentCore
import StaffAccess
import TimeKit

/// `tapctl payment reconcile`: asks the processor for the outcome of all open requests and payments.
struct PaymentReconcile: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "reconcile",
        abstract: "Ask the processor for the outcome of every request without a response.",
        discussion: """
            EXAMPLES:
              tapctl payment reconcile
              tapctl payment reconcile --json | jq .calls_left
              tapctl payment reconcile --full
              tapctl payment reconcile --full --from 2026-11-01 --to 2026-11-30

            Requests without a response are sent again with their original idempotency
            keys, so nothing is charged twice; requests older than 23 hours are looked up
            instead. Payments that need review are looked up again.
            Exits with 75 if some requests still have no response.

            --full also compares the books with the processor's charges, refunds,
            transfers and payouts, in both directions. It lists each difference with the
            next step. For example, a charge may be missing from the books because a backup
            was restored. Exits with 1 if there is a difference that was not dismissed
            (`tapctl payment dismiss`).
            """)

    @Flag(help: "Also compare the books with the processor's data.")
    var full = false

    @Option(
        help: ArgumentHelp(
            "Compare from this day on, in UTC. (default: from the beginning)", valueName: "day"),
        transform: DayOptions.day)
    var from: CalendarDate?

    @Option(
        help: ArgumentHelp("Compare up to the end of this day, in UTC. (default: now)", valueName: "day"),
        transform: DayOptions.day)
    var to: CalendarDate?

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .reconcilePayments }

    func validate() throws {
        guard from == nil && to == nil || full else {
            throw ValidationError("--from and --to require --full.")
        }
        if let from, let to, to < from { throw ValidationError("--to must not be before --from.") }
    }

    func run() async throws {
        let outcome = try await data.withData(catchingUp: false) { data in
            let result = try await data.payments.reconcile { done, count in
                Terminal.progress("checking requests without a response: \(done) of \(count)")
            }
            let since = from.map(LocalCalendar.utc.start) ?? .earliest
            let until =
                to.map { LocalCalendar.utc.start(of: $0.adding(days: 1)).adding(seconds: -1) } ?? .latest
            let comparison = full ? try await data.compare(since, until, after: result) : nil
            let gaps = try await data.read { try $0.openGaps() }
            // If the comparison found no unknown transfers or refunds, the books contain all money movements of its
            // period.
            let isMoneyKnown =
                result.callsLeft + result.unanswered == 0 && comparison?.unanswered == 0
                && gaps.allSatisfy { since <= $0.since && $0.found <= until }
                && comparison?.differences.contains { [.unknownTransfer, .unknownRefund].contains($0.kind) }
                    == false
            if gaps.isEmpty || isMoneyKnown { try await data.products.settleDue() }
            return Outcome(result: result, comparison: comparison, gaps: gaps)
        }
        Terminal.endProgress()
        try output.print(outcome)
        for gap in outcome.gaps { Terminal.say("note: \(gap.sentence)") }
        guard outcome.unanswered > 0 else {
            if outcome.comparison?.agrees == false { throw ExitCode.no }
            return
        }
        Terminal.report(
            CommandError(
                .tryAgain, code: "outcomeUnknown", "some requests have no response yet",
                reason: "the processor did not respond",
                remedy: "run the command again later; nothing is charged twice"))
        throw ExitCode.tryAgain
    }
}

extension DataFolder {
    /// Compares the books with the processor, and records missing objects that need no decision by a person.
    ///
    /// If there are no differences, and the processor answered all requests, the gaps in the books within the
    /// compared period are marked as closed.
    fileprivate func compare(_ since: Timestamp, _ until: Timestamp, after result: Reconciliation)
        async throws
        -> FullComparison
    {
        let comparison = try await payments.compare(since: since, until: until) {
            Terminal.progress("objects compared with the processor: \($0)")
        }
        if comparison.agrees, result.callsLeft + result.unanswered == 0 {
            try await write { transaction, _ in try transaction.closeGaps(since: since, foundBy: until) }
        }
        return comparison
    }
}

extension BooksGap {
    /// A sentence that explains why the books may be incomplete, and gives the next step.
    var sentence: String {
        let cause =
            switch self.cause {
            case .restored: "a backup of \(since.iso8601) was restored"
            case .cutLog:
                "the database log ended in the middle of a transaction (found at \(found.iso8601))"
            }
        return "\(cause), and the books have not been compared with the processor since then; "
            + "run `tapctl payment reconcile --full`"
    }

    fileprivate var document: JSONValue {
        ["cause": cause.rawValue.json, "since": since.json, "found": found.json]
    }
}

/// The result of a reconciliation and, if one was requested, of a full comparison of the books with the
/// processor.
private struct Outcome: CommandResult, Sendable {
    let result: Reconciliation
    let comparison: FullComparison?
    let gaps: [BooksGap]

    /// The number of requests and lookups that got no response from the processor.
    var unanswered: Int { result.callsLeft + result.unanswered + (comparison?.unanswered ?? 0) }

    var document: JSONValue {
        let document: JSONValue = [
            "object": "reconciliation", "calls_ended": result.callsEnded.json,
            "calls_left": result.callsLeft.json, "unanswered": result.unanswered.json,
            "refreshed": result.refreshed.json, "events": result.events.json,
            "gaps": .array(gaps.map(\.document)),
        ]
        let full: JSONValue? = comparison.map { comparison in
            [
                "charges": comparison.charges.json, "refunds": comparison.refunds.json,
                "transfers": comparison.transfers.json, "payouts": comparison.payouts.json,
                "dismissed": comparison.dismissed.json, "agrees": comparison.agrees.json,
                "differences": .array(comparison.differences.map(\.document)),
            ]
        }
        return document.adding("full", full ?? .null)
    }

    func text(style: Style) -> String {
        var rows = [
            ("requests ended", String(result.callsEnded)), ("still no response", String(unanswered)),
            ("looked up again", String(result.refreshed)), ("new events", String(result.events)),
        ]
        guard let comparison else { return columns(rows, style: style) }
        let compared = [
            counted(comparison.charges, "charge"), counted(comparison.refunds, "refund"),
            counted(comparison.transfers, "transfer"), counted(comparison.payouts, "payout"),
        ]
        let count = comparison.differences.count
        let none = comparison.agrees ? style.green("none") : "none found yet"
        rows += labeled([
            "compared": compared.joined(separator: ", "),
            "dismissed": comparison.dismissed > 0 ? String(comparison.dismissed) : nil,
            "differences": count == 0 ? none : style.red(String(count)),
        ])
        let shown = comparison.differences.map { "\n" + $0.text(style: style) }
        return ([columns(rows, style: style)] + shown).joined(separator: "\n")
    }
}
