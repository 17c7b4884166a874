import ArgumentParser
import DataFolderKit
import Documents
import Giving
import PaymentCore

/// `tapctl ledger check`: whether all adds up.
struct LedgerCheckCommand: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check that the ledger adds up and that no receipt is missing.",
        discussion: """
            EXAMPLES:
              tapctl ledger check
              tapctl ledger check --json | jq .balanced

            Every posting sums to zero, every balance is the sum of its entries, every paid
            payment is booked once, none is missing, and the numbers of receipts have no
            gap. Ends with 1 when something does not add up.
            """)

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (check, gaps) = try await data.read { transaction in
            var check = try transaction.ledgerCheck()
            check.problems += try transaction.receiptProblems()
            return (check, try transaction.openGaps())
        }
        try output.print(check.document) { style in
            let size = "\(counted(check.postings, "posting")), \(check.entries) entries"
            guard !check.isBalanced else { return "\(style.green("balanced"))  \(size)" }
            return (["\(style.red("not balanced"))  \(size)"] + check.problems.map(printable))
                .joined(separator: "\n")
        }
        // Balanced books may still be missing events after a backup.
        for gap in gaps { Talk.say("note: \(gap.sentence)") }
        if !check.isBalanced { throw ExitCode.no }
    }
}

extension LedgerCheck {
    fileprivate var document: JSONValue {
        [
            "object": "ledger_check", "balanced": .bool(isBalanced), "postings": .int(postings),
            "entries": .int(entries), "problems": .array(problems.map(JSONValue.string)),
        ]
    }
}
