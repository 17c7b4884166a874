import DatabaseKit
import Giving
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import Testing

/// How the service hears of what happened at the processor.
enum Notice: String, CaseIterable, CustomTestStringConvertible {
    /// A webhook brings each event, newest first.
    case webhooks
    /// The service asks for events, as it does every ten seconds and on start.
    case reading

    var testDescription: String { rawValue }
}

extension GivingWorld {
    /// Lets the service hear of what happened at the processor since the last time.
    func hear(by notice: Notice) async throws {
        switch notice {
        case .webhooks:
            for event in try await line.events(ListQuery(limit: 100)).data {
                try await calm.payments.receive(event)
            }
            try await calm.payments.workReceivedEvents(limit: 1_000)
        case .reading: try await calm.payments.readEvents()
        }
    }

    /// A key for a call that somebody else makes at the processor.
    func outsideKey() -> IdempotencyKey { IdempotencyKey(bench.ids.make("outside")) }

    /// Sends money of a gift back at the processor, without this program.
    @discardableResult func refundOutside(
        _ gift: Gift, _ amount: Int64? = nil, reverse: Bool = false, fee: Bool = false
    ) async throws -> Refund {
        try await processor.create(
            Refund.Create(
                paymentIntent: gift.paymentIntent ?? "", amount: amount, reverseTransfer: reverse,
                refundApplicationFee: fee), key: outsideKey())
    }

    func gift(_ id: String) async throws -> Gift { try #require(try await file.read { try $0.gift(id) }) }

    func receipts(of gift: Gift) async throws -> [Receipt] {
        try await file.read { try $0.receipts(ofGift: gift.id) }
    }

    /// The titles of notices that are still to be told about a gift or a monthly gift.
    func waitingTitles(about subject: String) async throws -> [String] {
        try await file.read { try $0.notices(isWaiting: true, behind: nil, limit: 1_000) }
            .filter { $0.subject == subject }.map(\.title)
    }
}
