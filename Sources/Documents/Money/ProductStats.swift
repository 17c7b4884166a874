package import Contracts
package import DatabaseKit
package import Giving
import Payees
package import PaymentCore
import TextKit

/// Contract and payment counts of one organization or of all.
package struct ProductStats: Sendable {
    /// The number of contracts by state.
    package let contracts: [ContractStatus: Int]
    /// The number of payments by product and state.
    package let payments: [PaymentCount]

    /// Reads the counts.
    ///
    /// - Parameter organization: The organization, counted together with its payees; nil for all. Plan charges belong
    ///   to the platform and are counted only for all.
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

    /// Returns `document` with the keys `contracts` and `payments` added.
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
