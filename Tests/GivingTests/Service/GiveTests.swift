import DatabaseKit
import Giving
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import Synchronization
import TestSupport
import Testing
import TimeKit

@Suite struct GiveTests {
    @Test("a covered gift of 50.00 charges 51.80: the church gets 50.00, the platform 0.00")
    func coveredGift() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.giving.give(.to(coversFee: true))
        #expect(gift.status == .succeeded)
        #expect(gift.total == Money(5180, .usd))
        #expect(gift.amount == Money(5000, .usd))
        #expect(gift.feeMinor == 180)
        let account = try await world.account()
        #expect(try await world.ledger(.payee(account)) == -5000)
        try await world.settle()
        #expect(try await world.processor.balances(of: account).first?.total == 5000)
        #expect(try await world.processor.balances(of: nil).first?.total == 0)
    }

    // G1-07, G1-20
    @Test("a gift to WoodlandsChurch is a destination charge to its account at the simulated processor")
    func destination() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        try await world.addOrganization("WoodlandsChurch", funds: ["1"])
        let account = try await world.account(of: "WoodlandsChurch")
        #expect(account.hasPrefix("acct_"))
        let kept = try await world.processor.account(account)
        #expect(kept.businessName == "WoodlandsChurch" && kept.chargesEnabled)
        for isMonthly in [false, true] {
            let gift = try await world.giving.give(.to("WoodlandsChurch", fund: "1", recurring: isMonthly))
            let intent = try await world.processor.paymentIntent(#require(gift.paymentIntent))
            #expect(intent.destination == account && intent.status == .succeeded, "monthly: \(isMonthly)")
        }
    }

    // G1-16
    @Test("a one-time gift's sheet requests the payment intent's amount, and creates no subscription")
    func oneTime() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let request = GiftRequest.to(amount: "50", coversFee: true)
        let review = try await world.giving.review(request)
        let sheet = review.paymentRequest(merchant: "merchant.giving.tap")
        #expect(
            sheet.paymentSummaryItems.map(\.label) == ["Gift for Fund 12", "Fee that you cover", "Grace"])
        #expect(sheet.paymentSummaryItems.map(\.amount.minorUnits) == [50_00, 1_80, 51_80])
        #expect(try review.recurringRequest(managedAt: "https://tap.example/my") == nil)
        let gift = try await world.giving.give(request)
        let intent = try await world.processor.paymentIntent(#require(gift.paymentIntent))
        #expect(intent.amount == 51_80 && intent.currency.code.uppercased() == sheet.currencyCode)
        #expect(try await world.processor.subscriptions(ListQuery(limit: 9)).data.isEmpty)
    }

    // G1-15, G1-17
    @Test(
        "a monthly gift's sheet has the amount and the interval of the server's subscription")
    func monthly() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let request = GiftRequest.to(amount: "20", recurring: true)
        let sheet = try #require(
            try await world.giving.review(request).recurringRequest(managedAt: "https://tap.example/my"))
        #expect(
            sheet.paymentDescription == "Monthly gift to Grace"
                && sheet.regularBilling.amount.minorUnits == 20_00)
        #expect(sheet.intervalUnit == "month" && sheet.intervalCount == 1)
        #expect(sheet.startDate.iso8601 == "2026-01-04" && sheet.managementURL == "https://tap.example/my")
        #expect(
            sheet.billingAgreement
                == "You will be charged 20.00 USD every month, starting 2026-01-04, until you cancel.")
        _ = try await world.giving.give(request)
        let made = try await world.processor.subscriptions(ListQuery(limit: 9)).data
        let subscription = try #require(made.first)
        #expect(made.count == 1 && !subscription.status.isFinal, "\(subscription.status)")
        #expect(subscription.price.unitAmount == 20_00 && subscription.price.currency == .usd)
        #expect(subscription.price.interval == .month && subscription.price.intervalCount ?? 1 == 1)
        #expect(try await world.processor.customer(subscription.customer).email == "donor@example.org")
        #expect(subscription.destination == (try await world.account()))
    }

    @Test("an uncovered gift of 50.00 leaves the church 48.25 and the platform 0.00")
    func uncoveredGift() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.giving.give(.to())
        #expect(gift.total == Money(5000, .usd))
        let account = try await world.account()
        try await world.settle()
        #expect(try await world.ledger(.payee(account)) == -4825)
        #expect(try await world.processor.balances(of: account).first?.total == 4825)
        #expect(try await world.processor.balances(of: nil).first?.total == 0)
    }

    @Test("a declined gift stays listed as failed, and nothing is booked")
    func declined() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.giving.give(.to(method: "pm_card_visa_chargeDeclined"))
        #expect(gift.status == .failed)
        #expect(gift.failureCode == "card_declined")
        #expect(try await world.file.read { try $0.ledgerCheck() }.postings == 0)
        #expect(try await world.file.read { try $0.fundTotals(ofOrganization: "Grace") }.isEmpty)
        #expect(try await world.file.read { try $0.gifts(GiftQuery(organization: "Grace")) }.count == 1)
    }

    @Test("the same key returns the same gift, and charges once")
    func sameKey() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let first = try await world.giving.give(.to(key: "k1"))
        let again = try await world.giving.give(.to(key: "k1"))
        #expect(first == again)
        #expect(try await world.processor.paymentIntents(ListQuery()).data.count == 1)
    }

    @Test("the same key with another amount is refused, and nothing is booked")
    func keyConflict() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        _ = try await world.giving.give(.to(key: "k1"))
        let error = await #expect(throws: GivingError.self) {
            try await world.giving.give(.to(amount: "60", key: "k1"))
        }
        #expect(error?.code == .idempotencyConflict)
        #expect(try await world.file.read { try $0.gifts(GiftQuery()) }.count == 1)
    }

    @Test("a key expires after 24 hours, and then makes a new gift")
    func oldKey() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let first = try await world.giving.give(.to(key: "k1"))
        world.clock.advance(seconds: 86_401)
        let again = try await world.giving.give(.to(amount: "60", key: "k1"))
        #expect(first.id != again.id)
    }

    @Test(
        "a gift needs two commits: one for the request, and one for its outcome, receipt and notice", .sqlite)
    func commits() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let before = world.store.sqlite.commits
        let gift = try await world.giving.give(.to())
        #expect(gift.status == .succeeded && gift.receiptNumber != nil)
        #expect(world.store.sqlite.commits == before + 2)
    }

    @Test("a form whose request is refused is refused again when resubmitted")
    func refusedForm() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        for _ in 0..<2 {
            let error = await #expect(throws: PaymentError.self) {
                try await world.giving.giveOrRetry(.to(method: "pm_1nope", key: "k1"), nextKey: "k2")
            }
            #expect(error?.code == .processorRefused)
        }
    }

    @Test("a declined gift is retried by the organization's id or alias", arguments: ["grace", "Gnade"])
    func retryByAlias(name: String) async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        try await world.file.write { _ = try $0.addAlias("Gnade", to: "Grace") }
        for method in ["pm_card_visa_chargeDeclined", "pm_card_visa"] {
            let request = GiftRequest.to(name, method: method, key: "k1")
            #expect(try await world.giving.giveOrRetry(request, nextKey: "k2") == "k1")
        }
        let gifts = try await world.file.read { try $0.gifts(GiftQuery()) }
        #expect(gifts.map(\.status) == [.succeeded])
    }

    @Test(
        "refuses an invalid gift with a specific code, and stores nothing",
        arguments: [
            (GiftRequest.to("Nobody"), GivingError.Code.unknownOrganization),
            (.to(fund: "99"), .unknownFund),
            (.to(amount: "4.99"), .amountTooSmall),
            (.to(amount: "10000.01"), .amountTooLarge),
            (.to(amount: "12.345"), .ambiguousAmount), (.to(amount: "12.3456"), .malformedAmount),
            (.to(amount: "€50"), .malformedAmount),
            (.to(amount: "fifty"), .malformedAmount),
            (.to(method: "4242424242424242"), .cardNumber),
            (.to(method: "cash"), .invalidMethod), (.to(method: "pm_card_viza"), .invalidMethod),
            (.to(recurring: true, method: "pm_card_viza"), .invalidMethod),
            (.to(method: "tok_vis"), .invalidMethod),
            (.to(method: "pm_visa"), .invalidMethod), (.to(method: "pm_"), .invalidMethod),
            (.to(email: "nobody"), .invalidEmail),
            (.to(email: "4242 4242 4242 4242@example.org"), .cardNumber),
            (.to(email: "٤٢٤٢-٤٢٤٢-٤٢٤٢-٤٢٤٢@example.org"), .cardNumber),
            (.to(email: "4242.4242.4242.4242@example.org"), .cardNumber),
            (.to(client: "4242:4242:4242:4242"), .cardNumber),
            (.to(key: "of 4242424242424242"), .cardNumber),
            (.to(key: "of 4242_4242_4242_4242"), .cardNumber),
            (.to(name: "4242/4242/4242/4242"), .cardNumber),
            (.to(phone: "4242.4242.4242.4242"), .cardNumber),
            (.to(key: ""), .invalidKey),
        ])
    func refusals(request: GiftRequest, code: GivingError.Code) async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let error = await #expect(throws: GivingError.self) { try await world.giving.give(request) }
        #expect(error?.code == code)
        #expect(try await world.file.read { try $0.gifts(GiftQuery()) }.isEmpty)
        #expect(try await world.processor.paymentIntents(ListQuery()).data.isEmpty)
    }
}

extension GiveTests {
    @Test("lists the organization's funds if none is named and none is open")
    func noOpenFund() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        try await world.addOrganization("Empty", funds: [])
        func refusal() async -> GivingError? {
            await #expect(throws: GivingError.self) { try await world.giving.give(.to("Empty")) }
        }
        let none = await refusal()
        #expect(none?.code == .unknownFund && none?.summary == "no fund was specified")
        #expect(none?.reason == "Empty has no fund yet")
        #expect(none?.remedy.hasPrefix("add a fund") == true)
        try await world.file.write { transaction in
            _ = try transaction.addFund("1", name: "One", to: "Empty", at: world.clock.now)
            _ = try transaction.addFund("2", name: "Two", to: "Empty", at: world.clock.now)
            _ = try transaction.closeFund("2", of: "Empty", at: Samples.now)
            _ = try transaction.closeFund("1", of: "Empty", at: Samples.now)
        }
        #expect(await refusal()?.reason == "Empty has no open fund: 1, 2 are closed")
    }

    @Test("refuses an amount between two steps of its currency before anything is stored")
    func betweenSteps() async throws {
        let world = try await Self.kuwait()
        defer { world.remove() }
        let error = await #expect(throws: GivingError.self) {
            try await world.giving.give(.to("Kuwait", amount: "1020.001"))
        }
        #expect(error?.code == .malformedAmount)
        #expect(error?.summary == "1020.001 KWD cannot be charged or refunded")
        #expect(error?.reason == "amounts in KWD must be multiples of 0.010")
        #expect(
            try await world.giving.give(.to("Kuwait", amount: "20", coversFee: true)).status == .succeeded)
    }

    @Test("refuses a refund between two steps of its currency")
    func refundBetweenSteps() async throws {
        let world = try await Self.kuwait()
        defer { world.remove() }
        let gift = try await world.giving.give(.to("Kuwait", amount: "20"))
        let error = await #expect(throws: GivingError.self) {
            try await world.giving.refund(gift.id, amount: "0.115", reason: nil)
        }
        #expect(error?.code == .malformedAmount)
        #expect(error?.reason == "amounts in KWD must be multiples of 0.010")
        #expect(try await world.giving.refund(gift.id, amount: "0.110", reason: nil).refundedMinor == 110)
    }

    @Test("in dinars, 20.500 as plain text has three decimal digits, and as typed text is ambiguous")
    func plainDinars() async throws {
        let world = try await Self.kuwait()
        defer { world.remove() }
        var request = GiftRequest.to("Kuwait")
        request.amount = .plain("20.500")
        let gift = try await world.giving.give(request)
        #expect(gift.amount.minorUnits == 20_500)
        let error = await #expect(throws: GivingError.self) {
            try await world.giving.give(.to("Kuwait", amount: "20.500"))
        }
        #expect(error?.code == .ambiguousAmount)
        #expect(error?.readings.map(\.minorUnits) == [20_500_000, 20_500])
    }

    /// Returns a world with an onboarded organization whose gifts are in Kuwaiti dinars.
    private static func kuwait() async throws -> GivingWorld {
        let world = try await GivingWorld.make()
        try await world.file.write { transaction in
            var fields = OrganizationFields(displayName: "Kuwait")
            fields.currency = "kwd"
            _ = try transaction.addOrganization("Kuwait", fields, at: world.clock.now)
            _ = try transaction.addFund("1", name: "Fund", to: "Kuwait", at: world.clock.now)
        }
        let (_, payee) = try await world.calm.onboard("Kuwait")
        _ = try await world.processor.completeOnboarding(payee.id, .complete)
        _ = try await world.calm.onboard("Kuwait")
        return world
    }

    @Test("a failure after the gift has begun names the gift")
    func brokenOff() async throws {
        let file = Mutex<TestStore?>(nil)
        let plan = ProcessorFaultPlan(latency: .seconds(1), seed: 1)
        let world = try await GivingWorld.make {
            FaultyProcessor($0, plan) { _ in try file.withLock { try $0?.close() } }
        }
        defer { world.remove() }
        file.withLock { $0 = world.store }
        let error = await #expect(throws: UnfinishedGift.self) { try await world.giving.give(.to()) }
        #expect(error?.gift.hasPrefix("gift_") == true)
    }

    @Test("accepts names with joiners and in any script", arguments: ["ශ්\u{200D}රී", "José Ñandú", "山田太郎"])
    func joiners(name: String) async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        var request = GiftRequest.to()
        request.name = name
        #expect(try await world.giving.give(request).status == .succeeded)
    }
}

extension GivingWorld {
    /// Advances the clock until the processor has booked recent charges, and reconciles.
    @discardableResult func settle(seconds: Int64 = 60) async throws -> Reconciliation {
        clock.advance(seconds: seconds)
        return try await giving.payments.reconcile()
    }
}
