package import Contracts
package import DatabaseKit
import Foundation
import Payees
package import PaymentCore
package import TimeKit

/// The products of a data folder, and the objects that their services depend on.
package struct Products: Sendable {
    /// All products of this package. Add new products to this list.
    package static let all: [any PlatformProduct] = [
        GivingProduct(),
        ContractProduct(),
        PayeeProduct(),
        BookingProduct(),
        DependentProduct(),
        PlanProduct(),
    ]

    package let list: [any PlatformProduct]
    /// The payment driver, which all products share.
    package let payments: PaymentDriver
    package let clock: WallClock
    package let ids: Identifiers
    /// The secret from which the tokens in payment links are derived.
    package let secret: LinkToken
    /// The rule that determines whether payees must complete their onboarding.
    let payeeGate = PayeeGate(environment: ProcessInfo.processInfo.environment)

    package init(
        _ list: [any PlatformProduct], payments: PaymentDriver, clock: WallClock, ids: Identifiers,
        secret: LinkToken
    ) {
        self.list = list
        self.payments = payments
        self.clock = clock
        self.ids = ids
        self.secret = secret
    }

    /// Makes the transfers that are due for each product, until the task's `WorkBudget` is spent.
    package func settleDue() async throws {
        for product in list where !WorkBudget.isSpent { try await product.settleDue(self) }
    }
}

extension [any PlatformProduct] {
    /// The migrations of the payment core and of each product.
    package var migrations: [Migration] { flatMap(\.migrations) }

    /// Returns the payment policies of all products, keyed by kind of payment.
    package func policies(ids: Identifiers) -> PolicyTable {
        PolicyTable(
            reduce(into: [:]) { policies, product in
                policies.merge(product.policies(ids: ids)) { _, _ in
                    preconditionFailure("two products use the same kind of payment")
                }
            })
    }
}
