import MoneyKit

@testable import Scenarios

extension ScenarioKind {
    static let tickets = ScenarioKind("ticket", plural: "tickets")
}

/// The offer of a named ticket: `ticket: {as: first, price: 5}`.
struct ScenarioTicket: ScenarioVerb {
    static let key = "ticket"

    let name: String
    let price: String

    static func read(_ tree: ScenarioTree, _ reader: inout ScenarioReader) throws(ScenarioError) -> Self {
        let fields = try ScenarioFields(tree, of: "a ticket", keys: ["as", "price"])
        return ScenarioTicket(
            name: try reader.newName(fields, .tickets),
            price: try fields.needed("price").amount(as: "price"))
    }

    var sentence: String { "ticket \(name) for \(price)" }

    func perform(in run: inout ScenarioRun) async throws -> ScenarioRun.Outcome {
        let ticket = try await run.world.products.raffle.offer(
            to: name, for: try Money(parsing: price, in: .usd))
        run.ids[.tickets, default: [:]][name] = ticket.id
        return ScenarioRun.Outcome(text: ticket.status.rawValue)
    }
}

/// The payment of a ticket: `buy: {ticket: first}`.
struct ScenarioTicketPurchase: ScenarioVerb {
    static let key = "buy"

    let ticket: String
    let method: String

    static func read(_ tree: ScenarioTree, _ reader: inout ScenarioReader) throws(ScenarioError) -> Self {
        let fields = try ScenarioFields(tree, of: "a purchase", keys: ["ticket", "method"])
        let ticket = try reader.known(fields, "ticket", .tickets)
        return ScenarioTicketPurchase(
            ticket: ticket, method: try fields["method"].map(reader.method) ?? "pm_card_visa")
    }

    var sentence: String { "buy \(ticket) with \(method)" }

    func perform(in run: inout ScenarioRun) async throws -> ScenarioRun.Outcome {
        let id = try run.id(of: ticket, .tickets)
        let paid = try await run.world.products.raffle.pay(id, by: method)
        return ScenarioRun.Outcome(text: paid.status.rawValue)
    }
}

/// The expectations `tickets: {first: {status: sold}}`.
enum ScenarioTicketField: String, ScenarioField {
    case status

    static let kind = ScenarioKind.tickets

    func expected(_ entry: ScenarioTree.Entry) throws(ScenarioError) -> String {
        try entry.value.word(as: entry.key, of: RaffleTicket.Status.allCases.map(\.rawValue))
    }

    func found(of name: String, in run: ScenarioRun) async throws -> String {
        try await run.world.products.raffle.ticket(run.id(of: name, .tickets)).status.rawValue
    }
}
