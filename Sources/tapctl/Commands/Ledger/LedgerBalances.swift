import ArgumentParser
import DataFolderKit
import Documents
import MoneyKit
import PaymentCore

/// `tapctl ledger balances`: what each account holds.
struct LedgerBalances: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "balances", abstract: "Show what each account of the ledger holds.",
        discussion: """
            EXAMPLES:
              tapctl ledger balances
              tapctl ledger balances --prefix payee: --json

            A debit is positive: what the processor holds. A credit is negative: what is
            owed to an organization (payee:), what is on its way to its bank (bank:), and
            what the platform earned (revenue:). All of them sum to zero.
            """)

    @Option(help: ArgumentHelp("Only accounts whose names begin so.", valueName: "text"))
    var prefix = ""

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let balances = try await data.read { try $0.balances(prefix: prefix) }
        try output.print(.list(balances.map(\.balanceDocument), hasMore: false)) { style in
            guard !balances.isEmpty else { return "no accounts; the first gift makes some" }
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
            "object": "balance", "account": .string(account.rawValue),
            "amount_minor": .int(Int(amount.minorUnits)), "currency": .string(amount.currency.code),
        ]
    }
}
