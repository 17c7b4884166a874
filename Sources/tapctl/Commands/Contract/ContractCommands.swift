import ArgumentParser
import Contracts
import DataFolderKit
import Documents

/// `tapctl contract`: work that is agreed on and paid by a link.
struct ContractCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contract", abstract: "Write contracts, have them paid, and settle them.",
        subcommands: [
            ContractCreate.self, ContractList.self, ContractShow.self, ContractSend.self, ContractAccept.self,
            ContractRequest.self, ContractPay.self, ContractComplete.self, ContractRelease.self,
            ContractDispute.self, ContractResolve.self, ContractCancel.self, ContractSheetCommand.self,
            ContractInvoiceCommand.self, ContractEarningsCommand.self,
        ])
}

/// Which contract, where it is kept, and how the answer is written.
struct ContractOptions: ParsableArguments {
    @Argument(help: "The contract's id.")
    var id: String

    @OptionGroup var data: ServiceOptions
    @OptionGroup var hosts: HostOptions
    @OptionGroup var output: OutputOptions

    /// Does one thing with the contract, and prints what it is then.
    func perform(
        _ command: ContractCommand, by actor: ContractActor, reason: String = "", rotates: Bool = false
    ) async throws {
        let hosts = try hosts.hosts()
        let done = try await data.withData { data in
            try await data.products.contracts.perform(
                command, on: id, by: actor, reason: reason, rotates: rotates)
        }
        try output.print(done, hosts: hosts)
    }
}

/// Who does it, where either party may.
struct ContractPartyOptions: ParsableArguments {
    @Option(
        name: .customLong("as"), help: ArgumentHelp("Who does it: payee or payer.", valueName: "party"),
        completion: .list(["payee", "payer"]), transform: ContractPartyOptions.party)
    var party: ContractActor

    private static func party(_ text: String) throws -> ContractActor {
        guard let party = ContractActor(rawValue: text), party != .platform else {
            throw ValidationError("There is: payee, payer.")
        }
        return party
    }
}

extension ContractProduct: CommandProduct {
    var commands: [any ParsableCommand.Type] { [ContractCommands.self] }
}
