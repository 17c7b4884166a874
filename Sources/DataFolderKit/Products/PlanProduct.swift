package import DatabaseKit
package import PaymentCore
package import Plans
import Processor
package import TapServer

/// The product for plans, with their subscriptions and quotas.
package struct PlanProduct: PlatformProduct {
    package var migrations: [Migration] { PlanMigrations.own }

    package func policies(ids: Identifiers) -> [String: any PaymentPolicy] {
        [PlanPolicy.kind: PlanPolicy()]
    }

    package func pages(_ context: PageContext) -> [any ProductPages] {
        let data = context.data
        return [
            PlanController(
                service: data.products.plans, isPublicSimulation: context.settings.isPublicSimulation,
                isSecure: context.settings.isSecure, clock: data.clock, random: systemRandom,
                answerBank: { try await data.answerBank(about: $0, $1 ? .passed : .failed) },
                failed: context.failed)
        ]
    }
}

extension Products {
    package var plans: PlanService { PlanService(payments: payments, clock: clock, ids: ids) }
}
