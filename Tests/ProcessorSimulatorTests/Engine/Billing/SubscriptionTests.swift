import MoneyKit
import Processor
import ProcessorSimulator
import SimulationKit
import TestSupport
import Testing
import TimeKit

/// Source: Stripe documentation, "How subscriptions work", "Setting the subscription billing cycle date".
@Suite struct SubscriptionTests {
    @Test("the first invoice is charged immediately")
    func begins() async throws {
        let bench = try ProcessorBench()
        let subscription = try await bench.monthly()
        #expect(subscription.status == .active)
        #expect(subscription.currentPeriodEnd.iso8601 == "2026-02-28T09:00:00Z")
        let invoices = try await bench.invoices(of: subscription.id)
        #expect(invoices.count == 1)
        #expect(invoices[0].status == .paid)
        #expect(invoices[0].billingReason == .subscriptionCreate)
        #expect(invoices[0].amountPaid == 5000)
        #expect(invoices[0].metadata == ["fund": "12"])
        #expect(invoices[0].id == subscription.latestInvoice)
        let charge = try await bench.processor.charge(#require(invoices[0].charge))
        #expect(charge.status == .succeeded)
        #expect(
            try await bench.events().suffix(10) == [
                "customer.subscription.created", "invoice.created", "invoice.finalized",
                "payment_intent.created",
                "charge.succeeded", "payment_intent.succeeded", "invoice_payment.paid", "invoice.paid",
                "invoice.payment_succeeded", "customer.subscription.updated",
            ])
    }

    /// The anchor, the interval, and the days of later charges.
    static let calendars: [(String, Price.Interval, [String])] = [
        ("2026-01-31", .month, ["2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31", "2026-06-30"]),
        ("2027-12-31", .month, ["2028-01-31", "2028-02-29", "2028-03-31"]),
        ("2028-01-30", .month, ["2028-02-29", "2028-03-30", "2028-04-30"]),
        ("2026-01-15", .month, ["2026-02-15", "2026-03-15"]),
        ("2028-02-29", .year, ["2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29"]),
        ("2026-02-26", .week, ["2026-03-05", "2026-03-12"]),
        ("2026-02-27", .day, ["2026-02-28", "2026-03-01", "2026-03-02"]),
    ]

    @Test("renews on the days that follow from the anchor", arguments: calendars)
    func calendar(anchor: String, interval: Price.Interval, days: [String]) async throws {
        let bench = try ProcessorBench(at: "\(anchor)T23:30:00Z")
        let subscription = try await bench.monthly(every: interval)
        bench.go(to: "\(try #require(days.last))T23:30:00Z")
        let invoices = try await bench.invoices(of: subscription.id)
        #expect(invoices.dropFirst().map(\.created.iso8601) == days.map { "\($0)T23:30:00Z" })
        for (invoice, next) in zip(invoices, invoices.dropFirst()) {
            #expect(invoice.periodEnd == next.periodStart)
        }
    }

    @Test("a renewal's invoice is a draft for an hour, then finalized and charged")
    func renews() async throws {
        let bench = try ProcessorBench()
        let subscription = try await bench.monthly()
        bench.go(to: "2026-02-28T09:59:59Z")
        let draft = try #require(try await bench.invoices(of: subscription.id).last)
        #expect(draft.status == .draft)
        #expect(draft.billingReason == .subscriptionCycle)
        #expect(draft.finalizesAt?.iso8601 == "2026-02-28T10:00:00Z")
        bench.go(to: "2026-02-28T10:00:00Z")
        let paid = try await bench.processor.invoice(draft.id)
        #expect(paid.status == .paid)
        #expect(paid.paidAt?.iso8601 == "2026-02-28T10:00:00Z")
        #expect(
            try await bench.events().suffix(9) == [
                "customer.subscription.updated", "invoice.created", "invoice.finalized",
                "payment_intent.created",
                "charge.succeeded", "payment_intent.succeeded", "invoice_payment.paid", "invoice.paid",
                "invoice.payment_succeeded",
            ])
    }

    @Test("announces a renewal seven days before, unless the subscription ends", arguments: [false, true])
    func upcoming(ends: Bool) async throws {
        let bench = try ProcessorBench()
        let subscription = try await bench.monthly()
        _ = try await bench.processor.update(
            subscription: subscription.id, Subscription.Update(cancelAtPeriodEnd: ends), key: bench.key)
        bench.go(to: "2026-02-21T08:59:59Z")
        #expect(try await bench.events().last == "charge.updated")
        bench.go(to: "2026-02-21T09:00:00Z")
        let last = try #require(try await bench.processor.events(ListQuery(limit: 1)).data.first)
        #expect(last.type == (ends ? "charge.updated" : "invoice.upcoming"))
        guard case .invoice(let invoice) = last.subject else { return }
        #expect(invoice.periodStart == subscription.currentPeriodEnd)
        #expect(await refusal { try await bench.processor.invoice(invoice.id) }?.status == 404)
    }

    @Test("a year from January 31 in one step makes twelve gifts")
    func year() async throws {
        let bench = try ProcessorBench(at: "2026-01-31T09:00:00Z")
        let church = try await bench.church()
        let subscription = try await bench.processor.create(
            Subscription.Create(
                customer: bench.donor().id, price: bench.price(), destination: church,
                applicationFeeBasisPoints: 350), key: bench.key)
        bench.go(to: "2027-01-30T12:00:00Z")
        try await bench.processor.advance()
        let invoices = try await bench.invoices(of: subscription.id)
        #expect(invoices.count == 12)
        #expect(invoices.allSatisfy { $0.status == .paid && $0.applicationFeeAmount == 175 })
        #expect(
            try await bench.processor.balances(of: church) == [
                Balance(currency: .usd, available: 12 * 4825, pending: 0)
            ])
        #expect(try await bench.holding(of: nil) == 0)
    }

    @Test(
        "the fee's share is rounded half up",
        arguments: [(350, 175), (351, 176), (0, 0), (1, 1), (10_000, 5000)]
            as [(Int64, Int64)])
    func share(basisPoints: Int64, fee: Int64) async throws {
        let bench = try ProcessorBench()
        let church = try await bench.church()
        let subscription = try await bench.processor.create(
            Subscription.Create(
                customer: bench.donor().id, price: bench.price(), destination: church,
                applicationFeeBasisPoints: basisPoints), key: bench.key)
        bench.clock.advance(seconds: 5)
        let invoice = try await bench.processor.invoice(#require(subscription.latestInvoice))
        #expect(invoice.applicationFeeAmount == fee)
        #expect(try await bench.holding(of: church) == 5000 - fee)
    }

    @Test("a failed first payment leaves the subscription incomplete, and it expires after 23 hours")
    func incomplete() async throws {
        let bench = try ProcessorBench()
        let subscription = try await bench.monthly(with: "pm_card_chargeCustomerFail")
        #expect(subscription.status == .incomplete)
        let invoice = try #require(try await bench.invoices(of: subscription.id).first)
        #expect(invoice.status == .open)
        bench.clock.advance(seconds: 23 * 3600 - 1)
        #expect(try await bench.processor.subscription(subscription.id).status == .incomplete)
        bench.clock.advance(seconds: 1)
        #expect(try await bench.processor.subscription(subscription.id).status == .incompleteExpired)
        #expect(try await bench.processor.invoice(invoice.id).status == .void)
        #expect(try await bench.processor.paymentIntent(#require(invoice.paymentIntent)).status == .canceled)
        bench.clock.advance(seconds: 90 * 86_400)
        #expect(try await bench.invoices(of: subscription.id).count == 1)
    }

    @Test("an incomplete subscription becomes active when its intent is confirmed with another card")
    func completes() async throws {
        let bench = try ProcessorBench()
        let subscription = try await bench.monthly(with: "pm_card_chargeCustomerFail")
        let invoice = try await bench.processor.invoice(#require(subscription.latestInvoice))
        let paid = try await bench.processor.confirm(
            #require(invoice.paymentIntent), PaymentIntent.Confirm(paymentMethod: "pm_card_visa"),
            key: bench.key)
        #expect(paid.status == .succeeded)
        #expect(try await bench.processor.invoice(invoice.id).charge == paid.latestCharge)
        #expect(try await bench.processor.subscription(subscription.id).status == .active)
        bench.clock.advance(seconds: 23 * 3600)
        #expect(try await bench.processor.subscription(subscription.id).status == .active)
    }

    @Test("a passed challenge makes the subscription active")
    func challenge() async throws {
        let bench = try ProcessorBench()
        let subscription = try await bench.monthly(with: "pm_card_authenticationRequired")
        #expect(subscription.status == .incomplete)
        let invoice = try await bench.processor.invoice(#require(subscription.latestInvoice))
        let intent = try await bench.processor.paymentIntent(#require(invoice.paymentIntent))
        #expect(intent.status == .requiresAction)
        _ = try await bench.processor.challenge(intent.id, .passed)
        #expect(try await bench.processor.subscription(subscription.id).status == .active)
    }

    @Test(
        "error_if_incomplete creates nothing and returns 402",
        arguments: [
            ("pm_card_chargeCustomerFail", "card_declined"),
            ("pm_card_authenticationRequired", "subscription_payment_intent_requires_action"),
        ])
    func errorIfIncomplete(method: String, code: String) async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor(with: method)
        let price = try await bench.price()
        let error = await refusal {
            try await bench.processor.create(
                Subscription.Create(customer: donor.id, price: price, errorIfIncomplete: true), key: bench.key
            )
        }
        #expect(error?.status == 402)
        #expect(error?.code == code)
        #expect(try await bench.processor.subscriptions(ListQuery()).data.isEmpty)
        #expect(try await bench.processor.paymentIntents(ListQuery()).data.isEmpty)
    }

    @Test("a trial charges nothing before its end, which is the anchor")
    func trial() async throws {
        let bench = try ProcessorBench(at: "2026-01-10T09:00:00Z")
        let end = try #require(Timestamp(iso8601: "2026-01-31T00:00:00Z"))
        let subscription = try await bench.monthly(trialEnd: end)
        #expect(subscription.status == .trialing)
        #expect(try await bench.invoices(of: subscription.id).isEmpty)
        bench.go(to: "2026-01-28T00:00:00Z")
        #expect(try await bench.events().last == "customer.subscription.trial_will_end")
        bench.go(to: "2026-03-31T01:00:00Z")
        let invoices = try await bench.invoices(of: subscription.id)
        #expect(
            invoices.map(\.created.iso8601) == [
                "2026-01-31T00:00:00Z", "2026-02-28T00:00:00Z", "2026-03-31T00:00:00Z",
            ])
        #expect(invoices.allSatisfy { $0.status == .paid })
        #expect(try await bench.processor.subscription(subscription.id).status == .active)
    }

    @Test("refuses an invalid subscription, and creates nothing")
    func refuses() async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor().id
        let poor = try await bench.donor(with: nil).id
        let price = try await bench.price()
        let once = try await bench.price(every: nil)
        let before = try await bench.events().count
        let cases: [(Subscription.Create, String?)] = [
            (Subscription.Create(customer: "cus_1", price: price), "customer"),
            (Subscription.Create(customer: donor, price: "price_1"), "items[0][price]"),
            (Subscription.Create(customer: donor, price: once), "items[0][price]"),
            (Subscription.Create(customer: poor, price: price), "default_payment_method"),
            (
                Subscription.Create(customer: donor, price: price, defaultPaymentMethod: "pm_1"),
                "default_payment_method"
            ),
            (Subscription.Create(customer: donor, price: price, trialEnd: bench.clock.now), "trial_end"),
            (
                Subscription.Create(customer: donor, price: price, destination: "acct_1"),
                "transfer_data[destination]"
            ),
            (
                Subscription.Create(customer: donor, price: price, applicationFeeBasisPoints: 10_001),
                "application_fee_percent"
            ),
        ]
        for (request, parameter) in cases {
            let error = await refusal { try await bench.processor.create(request, key: bench.key) }
            #expect(error?.status == 400)
            #expect(error?.parameter == parameter)
        }
        #expect(try await bench.events().count == before)
    }
}
