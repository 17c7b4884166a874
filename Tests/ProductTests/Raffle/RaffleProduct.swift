import DataFolderKit
import DatabaseKit
import Documents
import PaymentCore

@testable import PublicAPI
@testable import Scenarios
@testable import TapServer

/// Tickets of a raffle. This product is only for tests: it shows that a product is one folder and one line.
struct RaffleProduct: PlatformProduct, APIProduct, ScenarioProduct {
    var migrations: [Migration] { RaffleMigrations.own }

    func policies(ids: Identifiers) -> [String: any PaymentPolicy] { [RafflePolicy.kind: RafflePolicy()] }

    func pages(_ context: PageContext) -> [any ProductPages] {
        [RaffleSite(service: context.data.products.raffle, settings: context.settings)]
    }

    var routes: [APIRoute] { [RaffleTicket.route] }
    var verbs: [any ScenarioVerb.Type] { [ScenarioTicket.self, ScenarioTicketPurchase.self] }
    var fields: [any ScenarioField.Type] { [ScenarioTicketField.self] }
}

extension Products {
    var raffle: RaffleService { RaffleService(payments: payments, ids: ids) }
}
