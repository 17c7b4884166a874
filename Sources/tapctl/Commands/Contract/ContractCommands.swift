import ArgumentParser
import Contracts
import DataFolderKit
import Documents
import InvocationRouter
import MoneyKit
import StaffAccess
import TokenKit

/// `tapctl contract`: manages contracts that are agreed on and paid through a link.
struct ContractCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contract", abstract: "Create contracts, accept payments for them, and settle them.",
        subcommands: [
            ContractCreate.self, ContractList.self, ContractShow.self, ContractSend.self, ContractAccept.self,
            ContractRequest.self, ContractPay.self, ContractComplete.self, ContractRelease.self,
            ContractDispute.self, ContractResolve.self, ContractCancel.self, ContractSheetCommand.self,
            ContractInvoiceCommand.self, ContractEarningsCommand.self,
        ])
}

/// The options for the contract, the data folder and the output format.
struct ContractOptions: ParsableArguments {
    @Argument(help: "The contract's id.")
    var id: String

    @OptionGroup var data: ServiceOptions
    @OptionGroup var hosts: HostOptions
    @OptionGroup var output: OutputOptions

    /// Runs an action on the contract, and then prints the contract.
    func perform(
        _ command: ContractCommand, by actor: ContractActor, reason: String = "", rotates: Bool = false
    ) async throws {
        let hosts = try hosts.hosts()
        let done = try await data.withData { data in
            try await data.products.contracts.perform(
                command, on: id, by: actor, reason: reason, rotates: rotates)
        }
        try output.print(done.contract, link: try done.link?.paymentURL(hosts: hosts))
    }
}

/// A command that changes a contract.
protocol ChangesContract: ChangesData {
    var contract: ContractOptions { get }
}

extension ChangesContract {
    var output: OutputOptions { contract.output }
}

/// The option that selects the acting party, for actions that either party may perform.
struct ContractPartyOptions: ParsableArguments {
    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("The party that performs this action: payee or payer.", valueName: "party"),
        completion: .list(["payee", "payer"]), transform: ContractPartyOptions.party)
    var party: ContractActor

    private static func party(_ text: String) throws -> ContractActor {
        guard let party = ContractActor(rawValue: text), party != .platform else {
            throw ValidationError("Use payee or payer.")
        }
        return party
    }
}

extension ContractProduct: CommandProduct {
    var commands: [any ParsableCommand.Type] { [ContractCommands.self] }
}

/// `tapctl contract show`: shows a contract.
struct ContractShow: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a contract and the possible actions.",
        discussion: """
            EXAMPLES:
              tapctl contract show con_01jd3x0...
              tapctl contract show con_01jd3x0... --json | jq .allowed
              tapctl contract show con_01jd3x0... --json | jq -r .link

            If a payment is requested and its link is still open, the link is also printed.
            """)

    @OptionGroup var contract: ContractOptions

    var output: OutputOptions { contract.output }

    func run() async throws {
        let hosts = try contract.hosts.hosts()
        let (shown, token) = try await contract.data.withData(needsProcessor: false) { data in
            let contracts = data.products.contracts
            let shown = try await contracts.contract(contract.id)
            return (shown, try await data.read { try contracts.openLink(of: shown, in: $0) })
        }
        try output.print(shown, link: try token?.paymentURL(hosts: hosts))
    }
}

/// `tapctl contract send`: sends a contract to its payer.
struct ContractSend: ChangesContract {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Send a draft to the payer.",
        discussion: """
            EXAMPLES:
              tapctl contract send con_01jd3x0...

            After a contract is sent, its amounts cannot change. If a payment is due before
            the work starts, the command creates and prints the payment link.
            """)

    @OptionGroup var contract: ContractOptions

    var action: AuditLogAction { .sendContract }

    func run() async throws {
        try await contract.perform(.send, by: .payee)
    }
}

/// `tapctl contract accept`: accepts a contract on behalf of one of its parties.
struct ContractAccept: ChangesContract {
    static let configuration = CommandConfiguration(
        commandName: "accept", abstract: "Accept a contract as one of its parties.",
        discussion: """
            EXAMPLES:
              tapctl contract accept con_01jd3x0... --as payer

            The payer's first payment also accepts the contract.
            """)

    @OptionGroup var party: ContractPartyOptions
    @OptionGroup var contract: ContractOptions

    var action: AuditLogAction { .acceptContract }

    func run() async throws {
        try await contract.perform(.accept, by: party.party)
    }
}

/// `tapctl contract request`: requests a payment from the payer.
struct ContractRequest: ChangesContract {
    static let configuration = CommandConfiguration(
        commandName: "request", abstract: "Ask the payer to pay, and print the payment link.",
        discussion: """
            EXAMPLES:
              tapctl contract request con_01jd3x0...
              tapctl contract request con_01jd3x0... --milestone 2
              tapctl contract request con_01jd3x0... --rotate       replace the open link

            If a link is already open, it is printed again, unless you use --rotate.
            """)

    @Option(
        help: ArgumentHelp(
            "The milestone, counted from 1. (default: the first or only payment)", valueName: "number"))
    var milestone: Int?

    @Flag(help: "Withdraw the open link and create a new one.")
    var rotate = false

    @OptionGroup var contract: ContractOptions

    var action: AuditLogAction { .requestContractPayment }

    func run() async throws {
        try await contract.perform(
            milestone.map(ContractCommand.requestMilestone) ?? .requestPayment, by: .payee, rotates: rotate)
    }
}

/// `tapctl contract complete`: marks the work or one milestone of a contract as completed.
struct ContractComplete: ChangesContract {
    static let configuration = CommandConfiguration(
        commandName: "complete", abstract: "Mark the work, or one milestone, as completed.",
        discussion: """
            EXAMPLES:
              tapctl contract complete con_01jd3x0...
              tapctl contract complete con_01jd3x0... --milestone 1

            If a payment is due after the work, the payment link is created and printed.
            """)

    @Option(
        help: ArgumentHelp(
            "The milestone, counted from 1; required if the contract has milestones.", valueName: "number"))
    var milestone: Int?

    @OptionGroup var contract: ContractOptions

    var action: AuditLogAction { .completeContract }

    func run() async throws {
        try await contract.perform(
            milestone.map(ContractCommand.completeMilestone) ?? .complete, by: .payee)
    }
}

/// `tapctl contract release`: releases held money to the payee.
struct ContractRelease: ChangesContract {
    static let configuration = CommandConfiguration(
        commandName: "release", abstract: "Release a completed milestone's money to the payee.",
        discussion: """
            EXAMPLES:
              tapctl contract release con_01jd3x0... --milestone 1

            Use this command on the payer's behalf after the milestone is completed. A
            release cannot be undone.
            """)

    @Option(help: ArgumentHelp("The milestone, counted from 1.", valueName: "number"))
    var milestone: Int

    @OptionGroup var contract: ContractOptions

    var action: AuditLogAction { .releaseContract }

    func run() async throws {
        try await contract.perform(.release(milestone), by: .payer)
    }
}

/// `tapctl contract dispute`: opens a dispute on behalf of one of the parties.
struct ContractDispute: ChangesContract {
    static let configuration = CommandConfiguration(
        commandName: "dispute", abstract: "Dispute a contract; no money moves until the dispute is resolved.",
        discussion: """
            EXAMPLES:
              tapctl contract dispute con_01jd3x0... --as payer --reason "Not as agreed"
            """)

    @Option(help: ArgumentHelp("The reason to store with the contract.", valueName: "text"))
    var reason: String

    @OptionGroup var party: ContractPartyOptions
    @OptionGroup var contract: ContractOptions

    var action: AuditLogAction { .disputeContract }

    func run() async throws {
        try await contract.perform(.dispute, by: party.party, reason: reason)
    }
}

/// `tapctl contract resolve`: resolves a dispute.
struct ContractResolve: ChangesContract {
    static let configuration = CommandConfiguration(
        commandName: "resolve", abstract: "Resolve a dispute by dividing the money between payer and payee.",
        discussion: """
            EXAMPLES:
              tapctl contract resolve con_01jd3x0... --payer 40 --payee 60 \\
                  --reason "Half done"

            The shares are percentages of each paid part that is still open, and must add
            up to 100. The payer's share is refunded.
            """)

    @Option(
        help: ArgumentHelp("The share refunded to the payer.", valueName: "percent"),
        transform: ContractResolve.share)
    var payer: BasisPoints

    @Option(
        help: ArgumentHelp("The share paid to the payee.", valueName: "percent"),
        transform: ContractResolve.share)
    var payee: BasisPoints

    @Option(help: ArgumentHelp("The reason to store with the contract.", valueName: "text"))
    var reason: String

    @OptionGroup var contract: ContractOptions

    var action: AuditLogAction { .resolveContract }

    private static func share(_ text: String) throws -> BasisPoints {
        guard let share = BasisPoints(percent: text) else {
            throw ValidationError("Write the share as a percentage, such as 40 or 33.33.")
        }
        return share
    }

    func run() async throws {
        try await contract.perform(
            .resolve(payer: payer, payee: payee), by: .platform, reason: reason)
    }
}

/// `tapctl contract cancel`: cancels a contract.
struct ContractCancel: ChangesContract {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Cancel a contract and refund the money held for it.",
        discussion: """
            EXAMPLES:
              tapctl contract cancel con_01jd3x0... --as payee \\
                  --reason "No longer needed"

            Money already released stays with the payee.
            """)

    @Option(help: ArgumentHelp("The reason to store with the contract.", valueName: "text"))
    var reason = ""

    @OptionGroup var party: ContractPartyOptions
    @OptionGroup var contract: ContractOptions

    var action: AuditLogAction { .cancelContract }

    func run() async throws {
        try await contract.perform(.cancel, by: party.party, reason: reason)
    }
}
