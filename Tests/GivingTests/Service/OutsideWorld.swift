import DatabaseKit
import Giving
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import Testing

/// The way in which the service learns of events at the processor.
enum Notice: String, CaseIterable, CustomTestStringConvertible {
    /// A webhook delivers each event, newest first.
    case webhooks
    /// The service reads events, as it does at start and every ten seconds.
    case reading

    var testDescription: String { rawValue }
}

extension GivingWorld {
    /// Delivers the events since the last time to the service.
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

    /// Makes an idempotency key for a call made outside tapctl.
    func outsideKey() -> IdempotencyKey { IdempotencyKey(bench.ids.make("outside")) }

    /// Refunds a gift directly at the processor.
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

    /// Returns the titles of unsent notices about a gift or a monthly gift.
    func waitingTitles(about subject: String) async throws -> [String] {
        try await file.read { try $0.notices(isWaiting: true, after: nil, limit: 1_000) }
            .filter { $0.subject == subject }.map(\.title)
    }
}
