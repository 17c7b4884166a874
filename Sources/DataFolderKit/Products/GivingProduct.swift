package import DatabaseKit
import Giving
package import PaymentCore

/// The product for gifts. The pages, API routes and scenario actions of this product are built into the site.
package struct GivingProduct: PlatformProduct {
    /// The migrations for gifts, and for the payment tables that all products use.
    package var migrations: [Migration] { GivingMigrations.all }

    package func policies(ids: Identifiers) -> [String: any PaymentPolicy] {
        [GivingPolicy.kind: GivingPolicy(ids: ids)]
    }
}
