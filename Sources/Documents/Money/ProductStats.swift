package import Contracts
package import DatabaseKit
package import Giving
import Payees
package import PaymentCore
import TextKit

/// How many contracts and payments there are, by product and state: of one organization, or of all.
package struct ProductStats: Sendable {
    /// How many contracts are in each state.
    package let contracts: [ContractStatus: Int]
    /// How many payments of each product are in each state, by product.
    package let payments: [PaymentCount]

    /// - Parameter organization: Its own, and its payees': what a plan costs is the platform's, and in all alone.
    package init(
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
    package func add(to document: JSONValue) -> JSONValue {
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
}
