package import DatabaseKit
package import PaymentCore
import Processor
package import TapServer

/// A product, with its migrations, payment policies, due transfers and web pages.
///
/// Other modules refine this protocol: `APIProduct` adds API routes, `ScenarioProduct` adds scenario actions,
/// and `CommandProduct` adds commands. ``Products/all`` lists the products, and every module reads that list.
package protocol PlatformProduct: Sendable {
    /// The migrations of the product's tables, in order. A released migration never changes.
    var migrations: [Migration] { get }

    /// Returns the product's payment policies, keyed by kind of payment.
    func policies(ids: Identifiers) -> [String: any PaymentPolicy]

    /// Makes the transfers that are due for the product.
    func settleDue(_ products: Products) async throws

    /// Returns the product's web pages.
    func pages(_ context: PageContext) -> [any ProductPages]
}

extension PlatformProduct {
    package func policies(ids: Identifiers) -> [String: any PaymentPolicy] { [:] }
    package func settleDue(_ products: Products) async throws {}
    package func pages(_ context: PageContext) -> [any ProductPages] { [] }
}

/// The objects and settings that a product's web pages use.
package struct PageContext: Sendable {
    package let data: DataFolder
    package let settings: SiteSettings
    /// The simulated wallet on the payer's phone.
    package let wallet: SimulatedWallet
    /// Called with each unexpected error, so that the error can be logged.
    package let failed: @Sendable (any Error) -> Void

    package init(
        data: DataFolder, settings: SiteSettings, wallet: SimulatedWallet,
        failed: @escaping @Sendable (any Error) -> Void
    ) {
        self.data = data
        self.settings = settings
        self.wallet = wallet
        self.failed = failed
    }

    /// Confirms or refuses a payment at the payer's simulated bank.
    @Sendable package func answerBank(_ payment: String, _ isPassed: Bool) async throws {
        try await data.play(isPassed ? .passed : .failed, forPayment: payment)
    }
}
