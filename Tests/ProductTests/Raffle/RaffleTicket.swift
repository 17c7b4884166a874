import DataFolderKit
import Documents
import FailureKit
import MoneyKit
import PaymentCore

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

extension RaffleTicket {
    /// The ticket's JSON document.
    var document: JSONValue {
        [
            "object": "raffle_ticket", "id": .string(id), "holder": .string(holder),
            "price_minor": .int(Int(price.minorUnits)), "currency": .string(price.currency.code),
            "status": .string(status.rawValue), "payment": JSONValue(payment),
        ]
    }

    /// The operation that returns a ticket.
    static let route = APIRoute.get(
        "/api/raffle/{ticket}", "getRaffleTicket", "A ticket of a raffle", for: .money,
        answers: .named(
            APIObject(
                name: "raffle_ticket",
                fields: [
                    .always("object", .text(of: ["raffle_ticket"])), .always("id", .text()),
                    .always("holder", .text()), .always("price_minor", .number()),
                    .always("currency", .text()),
                    .always("status", .text(of: Status.allCases.map(\.rawValue))),
                    .always("payment", .orNull(.text())),
                ]))
    ) { visit in
        try await visit.data.products.raffle.ticket(visit.part("ticket")).document
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
