package import Contracts

/// A named contract. Its payee is an organization of the file.
package struct ScenarioContract: Equatable, Sendable {
    package var name: String
    package var org: String
    /// The terms without the payee, and without the days, which are the current one.
    package var form: ContractForm
    var isSent: Bool
}

/// An action on a contract of the file.
package struct ScenarioCommand: Equatable, Sendable {
    package var contract: String
    var act: Act

    enum Act: Equatable, Sendable {
        case perform(ContractCommand, by: ContractActor, reason: String)
        /// The payer pays an instalment, several times at once.
        case pay(Int, method: String, key: String?, times: Int)
        /// The payer responds to the bank's challenge for an instalment.
        case challenge(Int, passed: Bool)
    }
}

/// A checked field of a contract.
package enum ScenarioContractField: String, Equatable, Sendable, CaseIterable {
    case status, progress, milestones, paid, refunded
    case payerPays = "payer_pays"
    case platformFee = "platform_fee"
    case payeeReceives = "payee_receives"
    case surcharge
}
