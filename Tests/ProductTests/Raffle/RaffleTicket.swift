import DataFolderKit
import Documents
import FailureKit
import MoneyKit
import PaymentCore
import TextKit

@testable import PublicAPI

/// A ticket of a raffle.
struct RaffleTicket: Codable, Equatable, Sendable {
    enum Status: String, Codable, CaseIterable {
        case offered, sold
    }

    let id: String
    let holder: String
    let price: Money
    var payment: String?
    var status = Status.offered
}

extension RaffleTicket.Status: NamedState {}

extension RaffleTicket: Documented {
    static let fields = DocumentFields<RaffleTicket>("raffle_ticket") {
        Field("id") { $0.id }
        Field("holder") { $0.holder }
        Field("price_minor") { $0.price.minorUnits }
        Field("currency") { $0.price.currency.code }
        Field("status") { $0.status }
        Field("payment") { $0.payment }
    }

    /// The operation that returns a ticket.
    static let route = APIRoute.get(
        "/api/raffle/{ticket}", "getRaffleTicket", "A ticket of a raffle", for: .money, answers: fields.schema
    ) { context in
        try await context.data.products.raffle.ticket(context.part("ticket")).document
    }
}

/// The error for a ticket that does not exist.
struct UnknownTicket: APIFailure, CommandRemedied {
    let reason: String

    var failureCode: String { "unknown_ticket" }
    var category: FailureCategory { .notFound }
    var summary: String { "there is no such ticket" }
    var apiRemedy: String { "look at the ticket again" }
    var commandRemedy: String { "look at the ticket again" }
}
