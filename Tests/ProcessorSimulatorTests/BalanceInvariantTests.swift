import MoneyKit
import Processor
import ProcessorSimulator
import SimulationKit
import TestSupport
import Testing
import TimeKit

/// Invariants of balances: each is the sum of its transactions, and no money appears or disappears.
@Suite struct BalanceInvariantTests {
    @Test("after any operations, every balance is the sum of its net amounts", arguments: propertySeeds)
    func balances(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let bench = try ProcessorBench()
        let churches = [try await bench.church(), try await bench.church()]
        var intents: [PaymentIntent] = []
        for _ in 0..<12 { try await step(bench, churches, &intents, &generator) }
        bench.clock.advance(seconds: Int64.random(in: 0...(20 * 86_400), using: &generator))
        for account in [nil, churches[0], churches[1]] {
            var net: Int64 = 0
            var query = ListQuery()
            while true {
                let page = try await bench.processor.balanceTransactions(of: account, query)
                for transaction in page.data {
                    #expect(transaction.net == transaction.amount - transaction.fee)
                    net += transaction.net
                }
                guard page.hasMore else { break }
                query.startingAfter = page.data.last?.id
            }
            #expect(try await bench.holding(of: account) == net)
        }
        for church in churches { #expect(try await bench.holding(of: church) >= 0) }
    }

    /// Performs one operation that may be refused. A refusal changes nothing.
    private func step(
        _ bench: ProcessorBench, _ churches: [String], _ intents: inout [PaymentIntent],
        _ generator: inout SeededGenerator
    ) async throws {
        let church = churches.randomElement(using: &generator)
        let amount = Int64.random(in: 50...20_000, using: &generator)
        let processor = bench.processor
        switch Int.random(in: 0..<6, using: &generator) {
        case 0, 1:
            let methods = [
                "pm_card_visa", "pm_card_createDispute", "pm_card_bypassPending", "pm_card_refundFail",
            ]
            let captures: [PaymentIntent.CaptureMethod] = [.automatic, .automaticAsync]
            intents.append(
                try await bench.gift(
                    amount, fee: Int64.random(in: 0...amount, using: &generator), to: church,
                    with: methods.randomElement(using: &generator) ?? "pm_card_visa",
                    capture: captures.randomElement(using: &generator) ?? .automatic))
        case 2:
            bench.clock.advance(seconds: Int64.random(in: 0...(3 * 86_400), using: &generator))
        case 3:
            guard let intent = intents.randomElement(using: &generator) else { return }
            let request = Refund.Create(
                paymentIntent: intent.id, amount: Bool.random(using: &generator) ? nil : amount,
                reverseTransfer: Bool.random(using: &generator),
                refundApplicationFee: Bool.random(using: &generator))
            _ = await refusal { try await processor.create(request, key: bench.key) }
        case 4:
            _ = await refusal {
                try await processor.createPayout(of: church, amount: amount, currency: .usd, key: bench.key)
            }
        default:
            guard let church, let intent = intents.randomElement(using: &generator) else { return }
            _ = await refusal {
                try await processor.create(
                    Transfer.Create(
                        amount: amount, currency: .usd, destination: church,
                        sourceTransaction: intent.latestCharge),
                    key: bench.key)
            }
        }
    }
}
