import ArgumentParser
import Contracts
import Documents
import MoneyKit

/// `tapctl contract resolve`: a dispute ends.
struct ContractResolve: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "resolve", abstract: "Resolve a dispute: share out what is not settled.",
        discussion: """
            EXAMPLES:
              tapctl contract resolve con_01jd3x0... --payer 40 --payee 60 \\
                  --reason "Half done"

            Shares are percent, and 100 together. What is the payer's is refunded.
            """)

    @Option(
        help: ArgumentHelp("What is refunded to the payer.", valueName: "percent"),
        transform: ContractResolve.share)
    var payer: BasisPoints

    @Option(
        help: ArgumentHelp("What goes to the payee.", valueName: "percent"),
        transform: ContractResolve.share)
    var payee: BasisPoints

    @Option(help: ArgumentHelp("Why; it is kept with the contract.", valueName: "text"))
    var reason: String

    @OptionGroup var contract: ContractOptions

    var output: OutputOptions { contract.output }

    private static func share(_ text: String) throws -> BasisPoints {
        guard let share = BasisPoints(percent: text) else {
            throw ValidationError("Write a share like 40 or 33.33.")
        }
        return share
    }

    func run() async throws {
        try await contract.perform(
            .resolve(payer: payer, payee: payee), by: .platform, reason: reason)
    }
}
