import Contracts
import DataFolderKit
import DatabaseKit
import Documents
import Giving
import InvocationRouter
import PaymentCore
import TokenKit

/// Methods for contracts of the organizations that the API key can access.
extension APIRequestContext {
    /// The transitions that an API key is allowed to make. Other transitions are reserved for the payer, and
    /// for the platform when it resolves disputes.
    static let transitions: [ContractCommand.Kind] = [
        .send, .accept, .complete, .completeMilestone, .dispute, .cancel,
    ]

    /// Returns the contract identified in the path. The contract's payee must be an organization that the API
    /// key can access.
    ///
    /// - Throws: ``APIObject/notYours(_:)`` if the key cannot access the contract.
    func contract() async throws -> Contract {
        let (id, organizations) = (part("contract"), organizations)
        return try await owned(.contract, id) { transaction in
            let owners = try organizations.map {
                (id: $0, account: try transaction.organization($0)?.account)
            }
            return try transaction.contract(id).map { contract in
                (contract, owners.first { $0.account == contract.terms.payee }?.id)
            }
        }
    }

    /// Creates a contract, once per idempotency key. If requested, also sends the contract to the payer.
    func createContract() async throws -> JSONValue {
        let (form, sends) = (try fields.contractForm(), fields.bool("send") ?? false)
        let (org, contracts) = (try await listedOrganization(), data.products.contracts)
        let id = try await onceAbout(["create", "contract", org]) { transaction in
            let account = try transaction.contractAccount(of: org)
            var form = form
            form.payee = account.payee
            form.payeeName = form.payeeName ?? account.name
            return try contracts.create(form, sends: sends, in: transaction).contract.id
        }
        return try await shown(id)
    }

    /// Performs a command on a contract, on behalf of the payee and once per idempotency key. Then makes the
    /// transfers or refunds that the command requires.
    ///
    /// - Parameter number: The number of the installment whose payment is requested. The response contains
    ///   the payment link for this installment.
    func perform(_ command: ContractCommand, on contract: Contract, asking number: Int? = nil)
        async throws
        -> JSONValue
    {
        let (id, contracts) = (contract.id, data.products.contracts)
        let (reason, rotates) = (fields.text("reason") ?? "", fields.bool("rotate") ?? false)
        _ = try await onceAbout([command.kind.rawValue, "contract", id, "\(command.instalment ?? 0)"]) {
            try contracts.perform(command, on: id, by: .payee, reason: reason, rotates: rotates, in: $0)
                .contract.id
        }
        // A repeated request also completes an action that was interrupted before any money moved.
        try await contracts.settle(id)
        return try await shown(id, asking: number)
    }

    /// Returns the requested transition.
    ///
    /// - Throws: ``APIError`` if a required milestone is missing, if the transition does not allow a
    ///   milestone, or if API keys are not allowed to make the transition.
    func transition() throws(APIError) -> ContractCommand {
        let kind = ContractCommand.Kind(rawValue: fields.needed("transition"))
        switch (kind, fields.number("milestone")) {
        case (.completeMilestone, let number?): return .completeMilestone(Int(number))
        case (.completeMilestone, nil):
            throw .field(
                "missingField", "milestone", "is missing",
                remedy: "Set the field to the number of the completed milestone.")
        case (_, _?):
            throw .field(
                "unknownField", "milestone", "does not apply to this transition",
                remedy: "Omit the field, or set transition to \"complete_milestone\".")
        case (_, nil):
            let commands: [ContractCommand] = [.send, .accept, .complete, .dispute, .cancel]
            if let command = commands.first(where: { $0.kind == kind }) { return command }
            throw .field("wrongType", "transition", "is not allowed for an API key")
        }
    }

    /// Pays an installment of a contract, once per idempotency key.
    ///
    /// - Throws: ``APIError`` with the payment's failure code if the payment failed. The payer can then try
    ///   another card.
    func payContract() async throws -> JSONValue {
        let contract = try await self.contract()
        let (id, number) = (contract.id, try await instalmentToPay(of: contract))
        try await onceDone(["pay", "contract", id, "\(number)"]) {
            _ = try await data.products.contracts.pay(
                .instalment(contract: id, number: number), method: fields.needed("method"),
                client: fields.text("client"), key: requestKey)
        }
        let payment = try await data.read { transaction -> Payment? in
            try transaction.contract(id)?.instalment(number)?.payment.flatMap { try transaction.payment($0) }
        }
        if let payment, payment.paidAt == nil, let failure = payment.failure {
            throw APIError(
                402, .card, failure.code,
                "The payment failed: \(FailureCode.sentence(of: failure.code)). Try another card with a new "
                    + "Idempotency-Key.")
        }
        return try await shown(id)
    }

    private func instalmentToPay(of contract: Contract) async throws -> Int {
        guard let token = fields.text("token") else { return Int(fields.number("milestone") ?? 1) }
        guard fields.number("milestone") == nil else {
            throw APIError.field(
                "unknownField", "milestone",
                "cannot be combined with token, which already identifies the milestone",
                remedy: "Send only one of the two fields.")
        }
        let meant = try await data.products.contracts.contract(token: token)
        guard meant.contract.id == contract.id else { throw ContractError(.invalidToken) }
        return meant.instalment
    }

    /// Returns the JSON document of a contract in its current state.
    func shown(_ id: String, asking number: Int? = nil) async throws -> JSONValue {
        try await data.read { transaction in
            guard let contract = try transaction.contract(id) else { throw ContractError(.notFound, id) }
            return try document(of: contract, asking: number, in: transaction)
        }
    }

    /// Returns the JSON document of a contract, with the active payment link for an installment.
    ///
    /// Anyone with the link can act as the payer, so the link is omitted for keys that have only read access.
    ///
    /// - Parameter number: The number of the installment; nil for the first installment that has not been
    ///   paid.
    func document(of contract: Contract, asking number: Int? = nil, in transaction: Transaction)
        throws
        -> JSONValue
    {
        guard mayChange else { return try contract.document() }
        let token = try data.products.contracts.openLink(of: contract, asking: number, in: transaction)
        return try contract.document(
            link: try token.map { try Route.payment(token: $0.text).url(hosts: hosts) })
    }
}
