package import Contracts

/// A contract that is written, under a name; its payee is an organization of the file.
package struct ScenarioContract: Equatable, Sendable {
    package var name: String
    package var org: String
    /// All but the payee, and the days: they begin where the clock stands.
    package var form: ContractForm
    var isSent: Bool
}

/// What is done with a contract of the file.
package struct ScenarioCommand: Equatable, Sendable {
    package var contract: String
    var act: Act

    enum Act: Equatable, Sendable {
        case perform(ContractCommand, by: ContractActor, reason: String)
        /// The payer pays, so many times at once.
        case pay(Int, method: String, key: String?, times: Int)
        /// The payer answers the bank that asks about a payment.
        case challenge(Int, passed: Bool)
    }
}

/// What is looked at of a contract.
package enum ScenarioContractField: String, Equatable, Sendable, CaseIterable {
    case status, progress, milestones, paid, refunded
    case payerPays = "payer_pays"
    case platformFee = "platform_fee"
    case payeeReceives = "payee_receives"
    case surcharge
}
