import MoneyKit
import Processor
import ProcessorSimulator
import SimulationKit
import TestSupport
import Testing

/// Source: Stripe documentation, "Testing".
@Suite struct TestMethodTests {
    /// Test name, last four digits, code and decline code.
    static let declining: [(String, String, String, String?)] = [
        ("pm_card_visa_chargeDeclined", "0002", "card_declined", "generic_decline"),
        ("pm_card_chargeDeclined", "0002", "card_declined", "generic_decline"),
        ("pm_card_visa_chargeDeclinedInsufficientFunds", "9995", "card_declined", "insufficient_funds"),
        ("pm_card_visa_chargeDeclinedLostCard", "9987", "card_declined", "lost_card"),
        ("pm_card_visa_chargeDeclinedStolenCard", "9979", "card_declined", "stolen_card"),
        (
            "pm_card_visa_chargeDeclinedVelocityLimitExceeded", "6975", "card_declined",
            "card_velocity_exceeded"
        ),
        ("pm_card_chargeDeclinedExpiredCard", "0069", "expired_card", "expired_card"),
        ("pm_card_chargeDeclinedIncorrectCvc", "0127", "incorrect_cvc", "incorrect_cvc"),
        ("pm_card_chargeDeclinedProcessingError", "0119", "processing_error", "processing_error"),
    ]

    @Test(
        "charges succeed with the brand and last four digits",
        arguments: [
            ("pm_card_visa", "visa", "4242"), ("tok_visa", "visa", "4242"),
            ("pm_card_visa_debit", "visa", "5556"),
            ("pm_card_mastercard", "mastercard", "4444"), ("pm_card_amex", "amex", "0005"),
            ("pm_card_discover", "discover", "1117"), ("pm_card_bypassPending", "visa", "0077"),
            ("pm_card_createDispute", "visa", "0259"), ("pm_card_createDisputeInquiry", "visa", "1976"),
            ("pm_card_refundFail", "visa", "5126"), ("pm_card_pendingRefund", "visa", "7726"),
        ])
    func succeeds(method: String, brand: String, last4: String) async throws {
        let bench = try ProcessorBench()
        let intent = try await bench.gift(to: nil, with: method)
        #expect(intent.status == .succeeded)
        #expect(intent.amountReceived == 10_000)
        let charge = try await bench.processor.charge(#require(intent.latestCharge))
        #expect(charge.paid && charge.captured)
        #expect(charge.card?.brand == brand)
        #expect(charge.card?.last4 == last4)
    }

    @Test("declines with Stripe's codes, and keeps the attempt", arguments: declining)
    func declines(method: String, last4: String, code: String, declineCode: String?) async throws {
        let bench = try ProcessorBench()
        let error = try #require(await refusal { try await bench.gift(to: nil, with: method) })
        #expect(error.kind == .card)
        #expect(error.status == 402)
        #expect(error.code == code)
        #expect(error.declineCode == declineCode)
        #expect(error.requestID?.hasPrefix("req_") == true)
        let intent = try await bench.processor.paymentIntent(#require(error.paymentIntent))
        #expect(intent.status == .requiresPaymentMethod)
        #expect(intent.lastPaymentError?.declineCode == declineCode)
        let charge = try await bench.processor.charge(#require(error.charge))
        #expect(charge.status == .failed)
        #expect(charge.failureCode == code)
        #expect(charge.card?.last4 == last4)
        #expect(try await bench.movements(of: nil) == [])
        #expect(
            try await bench.events()
                == ["payment_intent.created", "charge.failed", "payment_intent.payment_failed"])
    }

    @Test("a declining card cannot be attached", arguments: declining)
    func doesNotAttach(method: String, last4: String, code: String, declineCode: String?) async throws {
        let bench = try ProcessorBench()
        let customer = try await bench.processor.create(
            Customer.Create(email: "ann@example.com"), key: bench.key)
        let error = await refusal {
            try await bench.processor.attach(method, to: customer.id, key: bench.key)
        }
        #expect(error?.status == 402)
        #expect(error?.code == code)
    }

    @Test("a chargeCustomerFail card can be attached, but every charge is declined")
    func failsOnceAttached() async throws {
        let bench = try ProcessorBench()
        let customer = try await bench.processor.create(Customer.Create(), key: bench.key)
        let method = try await bench.processor.attach(
            "pm_card_chargeCustomerFail", to: customer.id, key: bench.key)
        let error = await refusal {
            try await bench.processor.create(
                PaymentIntent.Create(
                    amount: 5000, currency: .usd, paymentMethod: method.id, customer: customer.id,
                    confirm: true),
                key: bench.key)
        }
        #expect(error?.declineCode == "generic_decline")
    }

    @Test("knows exactly the test methods that clients accept")
    func names() {
        #expect(SimulatedProcessor.testMethodNames.sorted() == TestMethodName.all.sorted())
    }

    @Test("refuses an unknown method", arguments: ["pm_card_unknown", "pm_1", "visa", "", "pm_card_"])
    func refusesUnknown(method: String) async throws {
        let bench = try ProcessorBench()
        let error = try #require(await refusal { try await bench.gift(to: nil, with: method) })
        #expect(error.status == 400)
        #expect(error.code == "resource_missing")
        #expect(error.parameter == "payment_method")
        #expect(try await bench.events() == [])
    }

    @Test("a card is valid until the last second of its month")
    func expires() async throws {
        let bench = try ProcessorBench(at: "2026-02-28T23:59:59Z")
        let method = try await bench.processor.create(
            PaymentMethod.Create(testName: "pm_card_visa", expiryMonth: 2, expiryYear: 2026), key: bench.key)
        #expect(try await bench.gift(to: nil, with: method.id).status == .succeeded)
        bench.clock.advance(seconds: 1)
        let error = await refusal { try await bench.gift(to: nil, with: method.id) }
        #expect(error?.code == "expired_card")
    }

    @Test("an apple_pay card has its wallet")
    func wallet() async throws {
        let bench = try ProcessorBench()
        let method = try await bench.processor.create(
            PaymentMethod.Create(testName: "pm_card_visa", wallet: "apple_pay"), key: bench.key)
        #expect(try await bench.processor.paymentMethod(method.id).card?.wallet == "apple_pay")
    }
}
