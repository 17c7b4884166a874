import Contracts
import DatabaseKit
import Documents
import Giving
import Payees
import PaymentCore
import TextKit

/// How many contracts and payments there are, by product and state: of one organization, or of all.
struct ProductStats: Sendable {
    /// How many contracts are in each state.
    let contracts: [ContractStatus: Int]
    /// How many payments of each product are in each state, by product.
    let payments: [PaymentCount]

    /// - Parameter organization: Its own, and its payees': what a plan costs is the platform's, and in all alone.
    init(
        of organization: Organization?, in transaction: Transaction
    ) throws {
        guard let organization else {
            contracts = try transaction.contractCounts(ofPayee: nil)
            payments = try transaction.paymentCounts(ofPayees: nil)
            return
        }
        contracts = try organization.account.map { try transaction.contractCounts(ofPayee: $0) } ?? [:]
        payments = try transaction.paymentCounts(
            ofPayees: [organization.account].compactMap(\.self)
                + transaction.payeeAccounts(of: organization.id))
    }

    /// The keys that `docs/json.md` has for it.
    func add(to document: JSONValue) -> JSONValue {
        document.adding(
            "contracts",
            .object(
                ContractStatus.allCases.map { .init(key: $0.rawValue, value: .int(contracts[$0] ?? 0)) })
        ).adding(
            "payments",
            .array(
                payments.map {
                    [
                        "product": .string($0.kind), "state": .string($0.state.rawValue),
                        "count": .int($0.count),
                    ]
                }))
    }

    /// The same for a person, without gifts, which are counted by their own status; nil where there is nothing.
    func text(style: Style) -> String? {
        let agreed = ContractStatus.allCases.compactMap { status in
            contracts[status].map { ["contract", status.word, String($0)] }
        }
        let paid = payments.filter { $0.kind != GivingPolicy.kind }.map {
            ["\($0.kind.replacing("_", with: " ")) payment", $0.state.word, String($0.count)]
        }
        guard !(agreed + paid).isEmpty else { return nil }
        return table([["what", "state", "count"]] + agreed + paid, numbers: ["count"], style: style)
    }
}
