package import Contracts
package import DatabaseKit
import Giving
package import PaymentCore
package import TapServer

/// The product for contracts. Payers use links to pay.
package struct ContractProduct: PlatformProduct {
    package var migrations: [Migration] { ContractMigrations.own }

    package func policies(ids: Identifiers) -> [String: any PaymentPolicy] {
        [ContractPolicy.kind: ContractPolicy(ids: ids)]
    }

    package func settleDue(_ products: Products) async throws { try await products.contracts.settleDue() }

    package func pages(_ context: PageContext) -> [any ProductPages] {
        [Self.site(context)]
    }

    static func site(_ context: PageContext) -> ContractController {
        ContractController(
            service: context.data.products.contracts,
            isPublicSimulation: context.settings.isPublicSimulation, wallet: context.wallet,
            calendar: { try await context.data.calendar(ofAccount: $0) },
            color: { try await context.data.organization(ofAccount: $0)?.color },
            answerBank: context.answerBank, failed: context.failed)
    }
}

extension Products {
    package var contracts: ContractService {
        ContractService(payments: payments, clock: clock, ids: ids, root: secret)
    }
}
