package import DatabaseKit
import Giving
import InvocationRouter
import MoneyKit
package import Payees
import Processor
package import TapServer

/// The product for payees, with their onboarding, earnings and payouts.
package struct PayeeProduct: PlatformProduct {
    package var migrations: [Migration] { PayeeMigrations.own }

    package func pages(_ context: PageContext) -> [any ProductPages] {
        let data = context.data
        // A processor that is served over HTTP has its own onboarding pages.
        let pages = data.address.flatMap { ProcessorPages(api: $0.url) }
        let processor: PayeeController.Processor =
            pages.map {
                PayeeController.Processor.linked(
                    base: "https://\(context.settings.hosts.primary)", pages: $0)
            }
            ?? .simulated { account, outcome in
                let outcome = Account.OnboardingOutcome(rawValue: outcome.rawValue) ?? .abandoned
                try await data.controls.onboard(account, outcome)
            }
        return [
            PayeeController(
                service: data.products.payees, processor: processor,
                isPublicSimulation: context.settings.isPublicSimulation,
                currency: { profile in
                    try await data.read { transaction in
                        try profile.org.flatMap { try transaction.organization($0) }?.currency ?? .usd
                    }
                }, failed: context.failed)
        ]
    }
}

extension Products {
    package var payees: PayeeService {
        PayeeService(payments: payments, gate: payeeGate, clock: clock, ids: ids)
    }
}
