package import Bookings
package import DatabaseKit
import Giving
package import PaymentCore
package import TapServer

/// The product for work that is paid in advance.
package struct BookingProduct: PlatformProduct {
    package var migrations: [Migration] { BookingMigrations.own }

    package func policies(ids: Identifiers) -> [String: any PaymentPolicy] {
        [BookingPolicy.kind: BookingPolicy(ids: ids)]
    }

    package func settleDue(_ products: Products) async throws { try await products.bookings.settleDue() }

    /// Returns the web pages for quotes. Quotes and contracts share the same paths, so these pages pass
    /// requests for contracts to the contract pages.
    package func pages(_ context: PageContext) -> [any ProductPages] {
        [
            BookingController(
                service: context.data.products.bookings,
                isPublicSimulation: context.settings.isPublicSimulation, wallet: context.wallet,
                others: ContractProduct.site(context),
                color: { org in try await context.data.read { try $0.organization(org)?.color } },
                answerBank: context.answerBank, failed: context.failed)
        ]
    }
}

extension Products {
    package var bookings: BookingService { BookingService(payees: payees) }
}
