package import DatabaseKit
package import Dependents
import Giving
package import PaymentCore
package import TapServer

/// The product with which guardians pay service fees for the people in their care. The fees are paid to
/// organizations in the directory.
package struct DependentProduct: PlatformProduct {
    package var migrations: [Migration] { DependentMigrations.own }

    package func policies(ids: Identifiers) -> [String: any PaymentPolicy] {
        [DependentFeePolicy.kind: DependentFeePolicy()]
    }

    package func pages(_ context: PageContext) -> [any ProductPages] {
        [
            DependentController(
                service: context.data.products.dependents,
                isPublicSimulation: context.settings.isPublicSimulation, answerBank: context.answerBank,
                failed: context.failed)
        ]
    }
}

extension Products {
    package var dependents: DependentService {
        DependentService(
            payments: payments,
            agencies: { id, transaction in try transaction.organization(id).flatMap(Agency.init) },
            clock: clock, random: systemRandom)
    }
}
