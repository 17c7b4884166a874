import MoneyKit
import Processor
import ProcessorSimulator
import SimulationKit
import Testing
import TimeKit

/// Source: Stripe documentation, "How PaymentIntents work".
@Suite struct PaymentIntentTests {
    let bench: ProcessorBench

    init() throws { bench = try ProcessorBench() }

    private func make(_ request: PaymentIntent.Create) async throws -> PaymentIntent {
        try await bench.processor.create(request, key: bench.key)
    }

    @Test("an intent without a method requires one, and can be confirmed later")
    func confirmsLater() async throws {
        let made = try await make(PaymentIntent.Create(amount: 5000, currency: .usd, metadata: ["a": "b"]))
        #expect(made.status == .requiresPaymentMethod)
        #expect(made.clientSecret.hasPrefix("\(made.id)_secret_"))
        let paid = try await bench.processor.confirm(
            made.id, PaymentIntent.Confirm(paymentMethod: "pm_card_visa"), key: bench.key)
        #expect(paid.status == .succeeded)
        let charge = try await bench.processor.charge(#require(paid.latestCharge))
        #expect(charge.metadata == ["a": "b"])
        #expect(charge.paymentIntent == made.id)
    }

    @Test("a declined intent is paid with another method, and keeps both charges")
    func retries() async throws {
        let error = try #require(
            await refusal { try await bench.gift(to: nil, with: "pm_card_chargeDeclined") })
        let id = try #require(error.paymentIntent)
        let paid = try await bench.processor.confirm(
            id, PaymentIntent.Confirm(paymentMethod: "pm_card_mastercard"), key: bench.key)
        #expect(paid.status == .succeeded)
        #expect(paid.lastPaymentError == nil)
        #expect(paid.latestCharge != error.charge)
        #expect(try await bench.movements(of: nil) == ["charge 10000 320"])
    }

    @Test("a passed challenge pays the intent")
    func challengePassed() async throws {
        let open = try await bench.gift(to: nil, with: "pm_card_authenticationRequired")
        #expect(open.status == .requiresAction)
        #expect(open.latestCharge == nil)
        #expect(try await bench.processor.challenge(open.id, .passed).status == .succeeded)
        #expect(
            try await bench.events() == [
                "payment_intent.created", "payment_intent.requires_action", "charge.succeeded",
                "payment_intent.succeeded",
            ])
        let again = await refusal { try await bench.processor.challenge(open.id, .passed) }
        #expect(again?.code == "payment_intent_unexpected_state")
    }

    @Test("a failed challenge leaves the intent without a method")
    func challengeFailed() async throws {
        let open = try await bench.gift(to: nil, with: "pm_card_authenticationRequired")
        let failed = try await bench.processor.challenge(open.id, .failed)
        #expect(failed.status == .requiresPaymentMethod)
        #expect(failed.lastPaymentError?.code == "payment_intent_authentication_failure")
        #expect(try await bench.movements(of: nil) == [])
    }

    @Test("a card that requires authentication is declined off session")
    func offSession() async throws {
        let error = try #require(
            await refusal {
                try await make(
                    PaymentIntent.Create(
                        amount: 5000, currency: .usd, paymentMethod: "pm_card_authenticationRequired",
                        confirm: true,
                        offSession: true))
            })
        #expect(error.status == 402)
        #expect(error.code == "authentication_required")
        #expect(error.charge != nil)
    }

    @Test("a bank debit is processing for a day, then succeeded")
    func bankDebit() async throws {
        let intent = try await bench.gift(to: nil, with: "pm_usBankAccount_success")
        #expect(intent.status == .processing)
        let id = try #require(intent.latestCharge)
        #expect(try await bench.processor.charge(id).status == .pending)
        let refused = await refusal { try await bench.processor.cancel(intent: intent.id, key: bench.key) }
        #expect(refused?.code == "payment_intent_unexpected_state")
        bench.clock.advance(seconds: 86_399)
        #expect(try await bench.processor.paymentIntent(intent.id).status == .processing)
        bench.clock.advance(seconds: 1)
        #expect(try await bench.processor.paymentIntent(intent.id).status == .succeeded)
        #expect(try await bench.processor.charge(id).status == .succeeded)
        #expect(try await bench.holding(of: nil) == 9680)
    }

    @Test("manual capture authorizes the amount, then captures all or a part")
    func manualCapture() async throws {
        let church = try await bench.church()
        let reserved = try await bench.gift(to: church, capture: .manual)
        #expect(reserved.status == .requiresCapture)
        #expect(reserved.amountCapturable == 10_000)
        #expect(try await bench.movements(of: nil) == [])
        let tooMuch = await refusal {
            try await bench.processor.capture(reserved.id, amount: 10_001, key: bench.key)
        }
        #expect(tooMuch?.code == "amount_too_large")
        let taken = try await bench.processor.capture(reserved.id, amount: 4000, key: bench.key)
        #expect(taken.status == .succeeded)
        #expect(taken.amountReceived == 4000)
        #expect(
            try await bench.movements(of: nil) == [
                "charge 4000 146", "transfer -4000 0", "application_fee 500 0",
            ])
        let again = await refusal {
            try await bench.processor.capture(reserved.id, amount: nil, key: bench.key)
        }
        #expect(again?.code == "payment_intent_unexpected_state")
        #expect(
            try await bench.events().filter { $0.hasPrefix("charge") || $0.hasPrefix("payment") } == [
                "payment_intent.created", "charge.succeeded", "payment_intent.amount_capturable_updated",
                "charge.captured", "payment_intent.succeeded",
            ])
    }

    // B3-51
    @Test("an uncaptured intent is canceled after 7 days")
    func captureExpires() async throws {
        let reserved = try await bench.gift(to: nil, capture: .manual)
        bench.clock.advance(seconds: 7 * 86_400 - 1)
        #expect(try await bench.processor.paymentIntent(reserved.id).status == .requiresCapture)
        bench.clock.advance(seconds: 1)
        #expect(try await bench.processor.paymentIntent(reserved.id).status == .canceled)
        #expect(try await bench.events().suffix(2) == ["charge.expired", "payment_intent.canceled"])
        #expect(try await bench.movements(of: nil) == [])
    }

    @Test("a finished intent cannot be confirmed or canceled", arguments: [true, false])
    func unexpectedState(succeeded: Bool) async throws {
        var intent = try await make(
            PaymentIntent.Create(
                amount: 5000, currency: .usd, paymentMethod: "pm_card_visa", confirm: succeeded))
        if !succeeded { intent = try await bench.processor.cancel(intent: intent.id, key: bench.key) }
        #expect(intent.status == (succeeded ? .succeeded : .canceled))
        for error in [
            await refusal {
                try await bench.processor.confirm(intent.id, PaymentIntent.Confirm(), key: bench.key)
            },
            await refusal { try await bench.processor.cancel(intent: intent.id, key: bench.key) },
        ] {
            #expect(error?.status == 400)
            #expect(error?.code == "payment_intent_unexpected_state")
            #expect(error?.paymentIntent == intent.id)
        }
    }

    @Test("an unknown id is 404 in a path and 400 in a parameter")
    func missing() async throws {
        for error in [
            await refusal { try await bench.processor.paymentIntent("pi_1") },
            await refusal { try await bench.processor.charge("ch_00000001aaaaaaaaaaaaaaaa") },
            await refusal { try await bench.processor.cancel(intent: "ch_", key: bench.key) },
            await refusal { try await bench.processor.account("") },
        ] {
            #expect(error?.status == 404)
            #expect(error?.code == "resource_missing")
        }
        for (request, parameter) in [
            (PaymentIntent.Create(amount: 500, currency: .usd, customer: "cus_1"), "customer"),
            (
                PaymentIntent.Create(amount: 500, currency: .usd, destination: "acct_1"),
                "transfer_data[destination]"
            ),
            (PaymentIntent.Create(amount: 500, currency: .usd, onBehalfOf: "acct_1"), "on_behalf_of"),
        ] {
            let error = await refusal { try await make(request) }
            #expect(error?.status == 400)
            #expect(error?.code == "resource_missing")
            #expect(error?.parameter == parameter)
        }
    }

    @Test("an id of another kind is not found")
    func otherKind() async throws {
        let intent = try await bench.gift(to: nil)
        let charge = try #require(intent.latestCharge)
        #expect(await refusal { try await bench.processor.paymentIntent(charge) }?.status == 404)
        #expect(await refusal { try await bench.processor.charge(intent.id) }?.status == 404)
        #expect(await refusal { try await bench.processor.charge(charge + "x") }?.status == 404)
    }

    @Test("lists are newest first, by page and by time")
    func lists() async throws {
        var made: [String] = []
        for n in 0..<7 {
            made.append(try await make(PaymentIntent.Create(amount: 500 + Int64(n), currency: .usd)).id)
            if n % 2 == 1 { bench.clock.advance(seconds: 10) }
        }
        var seen: [String] = []
        var query = ListQuery(limit: 3)
        while true {
            let page = try await bench.processor.paymentIntents(query)
            seen += page.data.map(\.id)
            guard page.hasMore else { break }
            query.startingAfter = page.data.last?.id
        }
        #expect(seen == made.reversed())
        let start = try #require(Timestamp(iso8601: "2026-01-31T09:00:10Z"))
        let second = try await bench.processor.paymentIntents(ListQuery(created: start...start))
        #expect(second.data.map(\.id) == [made[3], made[2]])
        for (query, parameter) in [
            (ListQuery(limit: 0), "limit"), (ListQuery(limit: 101), "limit"),
            (ListQuery(startingAfter: "pi_x"), "starting_after"),
        ] {
            #expect(await refusal { try await bench.processor.paymentIntents(query) }?.parameter == parameter)
        }
    }

    @Test(
        "the search finds an intent by metadata after a minute",
        arguments: [(59, 0), (60, 1)] as [(Int64, Int)])
    func search(seconds: Int64, count: Int) async throws {
        let made = try await make(
            PaymentIntent.Create(amount: 500, currency: .usd, metadata: ["payment_id": "p1", "other": "p1"]))
        _ = try await make(PaymentIntent.Create(amount: 500, currency: .usd, metadata: ["payment_id": "p2"]))
        bench.clock.advance(seconds: seconds)
        let found = try await bench.processor.searchPaymentIntents(metadata: "payment_id", equals: "p1")
        #expect(found.data.map(\.id) == Array([made.id].prefix(count)))
    }
}
