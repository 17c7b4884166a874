package import DatabaseKit
package import PaymentCore
import Processor
package import TapServer

/// A product as a value: all that connects its rules to the data folder and to the pages.
///
/// Other surfaces extend it: `APIProduct` has its API routes, `ScenarioProduct` its verbs, `CommandProduct` its
/// commands. ``Products/all`` lists the products, and every surface reads that list.
package protocol PlatformProduct: Sendable {
    /// The migrations of the product's tables, in order. A released migration never changes.
    var migrations: [Migration] { get }

    /// Returns the product's payment policies, by kind of payment.
    func policies(ids: Identifiers) -> [String: any PaymentPolicy]

    /// Settles the product's payments that are due.
    func settleDue(_ products: Products) async throws

    /// Returns the product's pages.
    func pages(_ context: PageContext) -> [any ProductPages]
}

extension PlatformProduct {
    package func policies(ids: Identifiers) -> [String: any PaymentPolicy] { [:] }
    package func settleDue(_ products: Products) async throws {}
    package func pages(_ context: PageContext) -> [any ProductPages] { [] }
}

/// The dependencies of a product's pages.
package struct PageContext: Sendable {
    package let data: DataFolder
    package let settings: SiteSettings
    /// The wallet of the payer's phone.
    package let wallet: SimulatedWallet
    /// Called with unexpected errors, for a log.
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
