import DatabaseKit
import MoneyKit
import PaymentCore
import TimeKit

/// Sells the tickets of a raffle.
struct RaffleService: Sendable {
    let payments: PaymentDriver
    let ids: Identifiers

    func offer(to holder: String, for price: Money) async throws -> RaffleTicket {
        let ticket = RaffleTicket(id: ids.make("tkt"), holder: holder, price: price)
        try await payments.database.write { try $0.save(ticket) }
        return ticket
    }

    func ticket(_ id: String) async throws -> RaffleTicket {
        try await payments.database.read { try $0.existingTicket(id) }
    }

    /// Charges a ticket's price, once. A declined card can be replaced by another one.
    func pay(_ id: String, by method: String) async throws -> RaffleTicket {
        let calls = try await payments.database.write { transaction in
            var ticket = try transaction.existingTicket(id)
            let payer = Payer(name: ticket.holder, email: "holder@example.org", phone: nil, client: nil)
            let (payment, calls) = try payments.payOnce(
                after: try ticket.payment.flatMap { try transaction.payment($0) }, method: method,
                payer: payer, in: transaction
            ) {
                PaymentOrder(
                    kind: RafflePolicy.kind, subject: id, form: .platform(revenue: .raffle),
                    quote: try Quote(of: ticket.price, by: ProductFee()), method: method, payer: payer,
                    statementDescriptor: "RAFFLE TICKET")
            }
            ticket.payment = payment
            try transaction.save(ticket)
            return calls
        }
        try await payments.executeTolerantly(calls)
        return try await ticket(id)
    }
}

extension LedgerAccount {
    /// The account of sold tickets.
    static let raffle = LedgerAccount(rawValue: "revenue:raffle")
}

/// Marks a ticket as sold when its payment succeeds.
struct RafflePolicy: PaymentPolicy {
    static let kind = "raffle_ticket"

    func changed(_ payment: Payment, at time: Timestamp, in transaction: Transaction) throws {
        var ticket = try transaction.existingTicket(payment.subject)
        ticket.status = payment.state == .succeeded ? .sold : .offered
        try transaction.save(ticket)
    }

    func changed(_ schedule: Schedule, at time: Timestamp, in transaction: Transaction) throws {}

    func occurrence(
        of schedule: Schedule, isFirst: Bool, at time: Timestamp, in transaction: Transaction
    ) throws -> String {
        throw PaymentError(.unknownKind, "a schedule of a ticket")
    }
}
