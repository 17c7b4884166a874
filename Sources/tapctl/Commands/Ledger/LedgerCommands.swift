import ArgumentParser
import DataFolderKit
import Documents
import Giving
import MoneyKit
import PaymentCore

/// `tapctl ledger`: checks, shows, exports and closes the double-entry ledger.
struct LedgerCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ledger", abstract: "Check, show, export and close the ledger.",
        subcommands: [
            LedgerCheckCommand.self, LedgerBalances.self, LedgerExport.self, LedgerJournal.self,
            LedgerClose.self, LedgerLate.self,
        ])
}

/// `tapctl ledger check`: checks that the ledger balances and that no receipt is missing.
struct LedgerCheckCommand: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check that the ledger adds up and that no receipt is missing.",
        discussion: """
            EXAMPLES:
              tapctl ledger check
              tapctl ledger check --json | jq .balanced

            Checks that every posting sums to zero, every balance is the sum of its
            entries, every successful payment is booked exactly once, and receipt numbers
            have no gaps.
            Exits with 1 if a check fails.
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
        // Even balanced books can lack events after a backup is restored.
        for gap in gaps { Terminal.say("note: \(gap.sentence)") }
        if !check.isBalanced { throw ExitCode.no }
    }
}

extension LedgerCheck {
    fileprivate var document: JSONValue {
        [
            "object": "ledger_check", "balanced": isBalanced.json, "postings": postings.json,
            "entries": entries.json, "problems": problems.json,
        ]
    }
}

/// `tapctl ledger balances`: lists the balance of each account.
struct LedgerBalances: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "balances", abstract: "Show the balance of each ledger account.",
        discussion: """
            EXAMPLES:
              tapctl ledger balances
              tapctl ledger balances --prefix payee: --json

            Debits, such as money that the processor holds, are positive. Credits are
            negative: for example, money owed to an organization (payee:), on its way to a
            bank (bank:), or earned by the platform (revenue:). All balances sum to zero.
            """)

    @Option(help: ArgumentHelp("Only accounts whose names begin with this text.", valueName: "text"))
    var prefix = ""

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let balances = try await data.read { try $0.balances(prefix: prefix) }
        try output.print(.list(balances.map(\.balanceDocument))) { style in
            guard !balances.isEmpty else {
                return emptyText(
                    "no accounts; the first gift creates them", of: "accounts",
                    filters: [prefix.isEmpty ? nil : prefix])
            }
            return table(
                [["account", "balance"]]
                    + balances.map { [printable($0.account.rawValue), $0.amount.shown] },
                numbers: ["balance"], style: style)
        }
    }
}

extension LedgerEntry {
    fileprivate var balanceDocument: JSONValue {
        [
            "object": "balance", "account": account.rawValue.json,
            "amount_minor": amount.minorUnits.json, "currency": amount.currency.code.json,
        ]
    }
}
