public import PaymentCore
public import TimeKit
public import TokenKit

/// A contract after a command, and the link that the command opened.
public struct ContractOutcome: Sendable {
    /// The contract.
    public let contract: Contract
    /// The token that ends the open link; nil if the command requests no payment.
    public let link: LinkToken?
}

/// Contracts and their payments, over one place of units of work.
public struct ContractService<Units: UnitsOfWork>: Sendable where Units.Unit: ContractUnit {
    /// The money path that the payments take.
    public let payments: PaymentDriver<Units>
    let clock: WallClock
    let ids: Identifiers
    let root: LinkToken

    /// A service on these parts.
    ///
    /// - Parameter root: The secret from which links' tokens follow: the same as long as links are to be sent again.
    public init(payments: PaymentDriver<Units>, clock: WallClock, ids: Identifiers, root: LinkToken) {
        self.payments = payments
        self.clock = clock
        self.ids = ids
        self.root = root
    }

    /// Where units of work are done.
    public var units: Units { payments.units }

    /// Makes a contract: a draft, or one that is sent at once.
    ///
    /// - Throws: ``ContractError`` with code `invalid`, which has every mistake; `notPayable`.
    public func create(_ form: ContractForm, sends: Bool = false) async throws -> ContractOutcome {
        try await units.write { try create(form, sends: sends, in: $0) }
    }

    /// The same within a unit of work: kept or lost with whatever else is done there.
    public func create(_ form: ContractForm, sends: Bool = false, in unit: Units.Unit) throws
        -> ContractOutcome
    {
        let terms = try form.terms()
        let contract = Contract(id: ids.make("con"), terms: terms, created: clock.now())
        try unit.save(contract)
        if sends { return try perform(.send, on: contract.id, by: .payee, in: unit) }
        return ContractOutcome(contract: contract, link: nil)
    }

    /// Does something with a contract, and moves the money that follows from it.
    ///
    /// - Parameters:
    ///   - reason: Why; needed to dispute, resolve and cancel.
    ///   - rotates: Withdraws the open link, where the command asks for a payment, and makes a new one.
    /// - Throws: ``ContractError``, also for `pay`, which needs a method. Where the processor does not answer, nothing
    ///   is thrown: the money moves when all is reconciled.
    public func perform(
        _ command: ContractCommand, on id: String, by actor: ContractActor, reason: String = "",
        rotates: Bool = false
    ) async throws -> ContractOutcome {
        let done = try await units.write { unit in
            try perform(command, on: id, by: actor, reason: reason, rotates: rotates, in: unit)
        }
        try await settle(id)
        return ContractOutcome(contract: try await contract(id), link: done.link)
    }

    /// The same within a unit of work; the money that follows is moved by ``settle(_:)``.
    public func perform(
        _ command: ContractCommand, on id: String, by actor: ContractActor, reason: String = "",
        rotates: Bool = false, in unit: Units.Unit
    ) throws -> ContractOutcome {
        var contract = try unit.existing(id)
        guard command.kind != .pay else { throw ContractError("a payment needs its method", of: contract) }
        try contract.apply(command, by: actor, reason: reason, at: clock.now())
        if command == .send { try checkPayable(contract, in: unit) }
        try unit.save(contract)
        let number = contract.asked(by: command)
        let link = try number.map { try openLink(to: $0, of: contract, rotates: rotates, in: unit) }
        return ContractOutcome(contract: contract, link: link)
    }

    /// The contract of this id.
    ///
    /// - Throws: ``ContractError`` with code `notFound`.
    public func contract(_ id: String) async throws -> Contract {
        try await units.read { try $0.existing(id) }
    }

    /// Newest first, behind an id; of one payee or of all, in one state or in all.
    public func contracts(
        ofPayee payee: String? = nil, in status: ContractStatus? = nil, behind id: String? = nil,
        limit: Int = 100
    ) async throws -> [Contract] {
        try await units.read { try $0.contracts(ofPayee: payee, in: status, behind: id, limit: limit) }
    }

    func checkPayable(_ contract: Contract, in unit: Units.Unit) throws {
        guard try unit.payee(contract.terms.payee)?.takesCharges == true else {
            throw ContractError(.notPayable, contract.terms.payee)
        }
    }
}

extension Contract {
    /// The instalment that a command asks to be paid, which the contract has done.
    fileprivate func asked(by command: ContractCommand) -> Int? {
        switch command {
        case .requestPayment, .requestMilestone: command.instalment ?? 1
        case .send: terms.isPaidBeforeWork ? 1 : nil
        case .complete: instalments[0].paidAt == nil ? 1 : nil
        default: nil
        }
    }
}
