public import DatabaseKit
public import PaymentCore
public import TimeKit
public import TokenKit

/// The result of a command: the contract, and the payment link that the command created or reused.
public struct ContractOutcome: Sendable {
    /// The contract after the command.
    public let contract: Contract
    /// The token of the open link. Nil if the command does not request a payment.
    public let link: LinkToken?
}

/// A service that manages contracts and their payments in one database.
public struct ContractService: Sendable {
    /// The driver that executes the payments.
    public let payments: PaymentDriver
    let clock: WallClock
    let ids: Identifiers
    let root: LinkToken

    /// Creates a service.
    ///
    /// - Parameter root: The secret from which the tokens of links are derived. After the secret changes,
    ///   open links cannot be sent again.
    public init(payments: PaymentDriver, clock: WallClock, ids: Identifiers, root: LinkToken) {
        self.payments = payments
        self.clock = clock
        self.ids = ids
        self.root = root
    }

    /// The database that contains the contracts and payments.
    public var database: any TransactionRunner { payments.database }

    /// Creates a draft contract. If `sends` is true, also sends the contract to the payer.
    ///
    /// - Throws: ``ContractError`` with code `invalid` and the list of problems. The code is `notPayable` if
    ///   `sends` is true and the payee's account cannot receive charges.
    public func create(_ form: ContractForm, sends: Bool = false) async throws -> ContractOutcome {
        try await database.write { try create(form, sends: sends, in: $0) }
    }

    /// Creates a draft contract within a transaction. The rules are the same as for ``create(_:sends:)``.
    public func create(_ form: ContractForm, sends: Bool = false, in transaction: Transaction) throws
        -> ContractOutcome
    {
        let terms = try form.terms()
        let contract = Contract(id: ids.make("con"), terms: terms, created: clock.now())
        try transaction.save(contract)
        if sends { return try perform(.send, on: contract.id, by: .payee, in: transaction) }
        return ContractOutcome(contract: contract, link: nil)
    }

    /// Performs a command on a contract, and moves the money that becomes due.
    ///
    /// - Parameters:
    ///   - reason: The reason, which is required for disputing, resolving and canceling.
    ///   - rotates: Whether a command that requests a payment revokes the open link and creates a new one.
    /// - Throws: ``ContractError``. The `pay` command always throws an error, because this function has no
    ///   parameter for a payment method. A missing response from the processor does not throw an error,
    ///   because the next reconciliation moves the money.
    public func perform(
        _ command: ContractCommand, on id: String, by actor: ContractActor, reason: String = "",
        rotates: Bool = false
    ) async throws -> ContractOutcome {
        let done = try await database.write { transaction in
            try perform(command, on: id, by: actor, reason: reason, rotates: rotates, in: transaction)
        }
        try await settle(id)
        return ContractOutcome(contract: try await contract(id), link: done.link)
    }

    /// Performs a command within a transaction, without moving money. After the transaction, ``settle(_:)``
    /// moves the money that is due.
    public func perform(
        _ command: ContractCommand, on id: String, by actor: ContractActor, reason: String = "",
        rotates: Bool = false, in transaction: Transaction
    ) throws -> ContractOutcome {
        var contract = try transaction.existing(id)
        guard command.kind != .pay else {
            throw ContractError("a payment method is required", of: contract)
        }
        try contract.apply(command, by: actor, reason: reason, at: clock.now())
        if command == .send { try checkPayable(contract, in: transaction) }
        try transaction.save(contract)
        let number = contract.asked(by: command)
        let link = try number.map { try openLink(to: $0, of: contract, rotates: rotates, in: transaction) }
        return ContractOutcome(contract: contract, link: link)
    }

    /// Returns the contract with this id.
    ///
    /// - Throws: ``ContractError`` with code `notFound`.
    public func contract(_ id: String) async throws -> Contract {
        try await database.read { try $0.existing(id) }
    }

    /// Returns a page of contracts, newest first. A nil payee or status does not restrict the list.
    ///
    /// - Parameter id: The id of the last contract on the previous page, or nil for the first page.
    public func contracts(
        ofPayee payee: String? = nil, in status: ContractStatus? = nil, after id: String? = nil,
        limit: Int = 100
    ) async throws -> [Contract] {
        try await database.read { try $0.contracts(ofPayee: payee, in: status, after: id, limit: limit) }
    }

    func checkPayable(_ contract: Contract, in transaction: Transaction) throws {
        guard try transaction.payee(contract.terms.payee)?.takesCharges == true else {
            throw ContractError(.notPayable, contract.terms.payee)
        }
    }
}

extension Contract {
    /// Returns the number of the installment for which a command requests payment, or nil. The command must
    /// already have been applied to the contract.
    fileprivate func asked(by command: ContractCommand) -> Int? {
        switch command {
        case .requestPayment, .requestMilestone: command.instalment ?? 1
        case .send: terms.isPaidBeforeWork ? 1 : nil
        case .complete: instalments[0].paidAt == nil ? 1 : nil
        default: nil
        }
    }
}
