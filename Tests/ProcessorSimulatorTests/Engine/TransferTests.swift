import MoneyKit
import Processor
import ProcessorSimulator
import SimulationKit
import TestSupport
import Testing
import TimeKit

/// Source: Stripe documentation, "Create separate charges and transfers".
@Suite struct TransferTests {
    let bench: ProcessorBench

    init() throws { bench = try ProcessorBench() }

    private func transfer(_ amount: Int64, to account: String, of charge: String?) async throws -> Transfer {
        try await bench.processor.create(
            Transfer.Create(amount: amount, currency: .usd, destination: account, sourceTransaction: charge),
            key: bench.key)
    }

    @Test("a charge's transfers are at most the charge")
    func sumOfTransfers() async throws {
        let (one, two) = (try await bench.church(), try await bench.church())
        let charge = try #require(try await bench.gift(to: nil).latestCharge)
        let first = try await transfer(6000, to: one, of: charge)
        #expect(
            await refusal { try await transfer(4001, to: two, of: charge) }?.code == "balance_insufficient")
        _ = try await transfer(4000, to: two, of: charge)
        #expect(await refusal { try await transfer(1, to: two, of: charge) }?.code == "balance_insufficient")
        #expect(try await bench.holding(of: one) == 6000)
        #expect(try await bench.holding(of: two) == 4000)
        #expect(try await bench.holding(of: nil) == -320)
        let seen = try await bench.processor.charge(#require(first.destinationPayment))
        #expect(seen.sourceTransfer == first.id)
        #expect(try await bench.processor.balances(of: one).first?.pending == 6000)
    }

    @Test("a transfer without a charge uses the available balance")
    func available() async throws {
        let church = try await bench.church()
        _ = try await bench.gift(to: nil)
        #expect(await refusal { try await transfer(1, to: church, of: nil) }?.code == "balance_insufficient")
        bench.clock.advance(seconds: 2 * 86_400)
        _ = try await transfer(9680, to: church, of: nil)
        #expect(try await bench.processor.balances(of: church).first?.available == 9680)
        #expect(await refusal { try await transfer(1, to: church, of: nil) }?.code == "balance_insufficient")
    }

    @Test("a reversal is at most the remaining amount")
    func reversal() async throws {
        let church = try await bench.church()
        let charge = try #require(try await bench.gift(to: nil).latestCharge)
        let made = try await transfer(5000, to: church, of: charge)
        for (amount, works) in [
            (0, false), (5001, false), (2000, true), (3001, false), (3000, true), (1, false),
        ] {
            let error = await refusal {
                try await bench.processor.reverse(
                    transfer: made.id, amount: Int64(amount), metadata: [:], key: bench.key)
            }
            #expect((error == nil) == works, "\(amount)")
        }
        #expect(try await bench.holding(of: church) == 0)
        #expect(try await bench.processor.transfer(made.id).amountReversed == 5000)
    }

    @Test("a fully reversed transfer cannot be reversed again, with or without an amount")
    func fullyReversed() async throws {
        let church = try await bench.church()
        let charge = try #require(try await bench.gift(to: nil).latestCharge)
        let made = try await transfer(5000, to: church, of: charge)
        let path = "/v1/transfers/\(made.id)/reversals"
        #expect(await bench.api("POST", path).status == 200)
        for form in ["", "amount=1"] {
            let refused = await bench.api("POST", path, form)
            #expect(refused.status == 400 && refused["error.param"] == "")
            #expect(refused["error.message"].contains("\(made.id) is already fully reversed"))
        }
        #expect(try await bench.processor.transfer(made.id).amountReversed == 5000)
    }
}
