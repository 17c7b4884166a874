package import DatabaseKit
import Giving
package import PaymentCore

/// Gifts. Their pages, API and scenarios are those of the site itself.
package struct GivingProduct: PlatformProduct {
    /// The migrations of payments, which all products use, and of giving.
    package var migrations: [Migration] { GivingMigrations.all }

    package func policies(ids: Identifiers) -> [String: any PaymentPolicy] {
        [GivingPolicy.kind: GivingPolicy(ids: ids)]
    }
}
