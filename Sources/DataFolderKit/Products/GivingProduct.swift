package import DatabaseKit
import Giving
package import PaymentCore

/// The product for gifts. Its pages, API routes and scenario actions are built into the site.
package struct GivingProduct: PlatformProduct {
    /// The migrations of the payment core, which all products use, and of giving.
    package var migrations: [Migration] { GivingMigrations.all }

    package func policies(ids: Identifiers) -> [String: any PaymentPolicy] {
        [GivingPolicy.kind: GivingPolicy(ids: ids)]
    }
}
