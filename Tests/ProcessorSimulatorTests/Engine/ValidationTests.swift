import MoneyKit
import Processor
import ProcessorSimulator
import SimulationKit
import TestSupport
import Testing
import TimeKit

/// Source: Stripe API reference, "Create a PaymentIntent"; documentation, "Error codes".
@Suite struct ValidationTests {
    let bench: ProcessorBench

    init() throws { bench = try ProcessorBench() }

    private func refused(_ change: (inout PaymentIntent.Create) -> Void) async -> ProcessorError? {
        var request = PaymentIntent.Create(amount: 5000, currency: .usd)
        change(&request)
        return await refusal { [request] in try await bench.processor.create(request, key: bench.key) }
    }

    @Test(
        "accepts amounts of 0.50 to 999,999.99 dollars",
        arguments: [
            (.min, "parameter_invalid_integer"), (-1, "parameter_invalid_integer"), (0, "amount_too_small"),
            (49, "amount_too_small"), (50, nil), (99_999_999, nil), (100_000_000, "amount_too_large"),
            (.max, "amount_too_large"),
        ] as [(Int64, String?)])
    func amounts(amount: Int64, code: String?) async throws {
        let error = await refused { $0.amount = amount }
        #expect(error?.code == code)
        #expect(error?.parameter == (code == nil ? nil : "amount"))
        #expect(error?.status == (code == nil ? nil : 400))
    }

    @Test(
        "other currencies have their own minimum amounts and steps",
        arguments: [
            ("jpy", 50, true), ("jpy", 49, false), ("gbp", 30, true), ("gbp", 29, false), ("kwd", 1000, true),
            ("kwd", 1005, false), ("huf", 17_500, true), ("huf", 17_499, false),
        ] as [(String, Int64, Bool)])
    func currencies(code: String, amount: Int64, good: Bool) async throws {
        let currency = try Currency(code)
        let error = await refused {
            $0.amount = amount
            $0.currency = currency
        }
        #expect((error == nil) == good)
    }

    @Test(
        "a statement descriptor has 5 to 22 characters that a bank can print",
        arguments: [
            ("GRACE", true), ("GRAC", false), ("TAP GIVING GRACE 12345", true),
            ("TAP GIVING GRACE 123456", false),
            ("12345", false), ("GRACE*1", false), ("GRACE<1", false), ("GRACE\\1", false), ("GRACE'S", false),
            ("教会教会教会", false),
        ])
    func descriptors(text: String, good: Bool) async {
        let error = await refused { $0.statementDescriptor = text }
        #expect((error == nil) == good)
        #expect(error?.parameter == (good ? nil : "statement_descriptor"))
    }

    /// A change that makes a valid request invalid, with the expected code and parameter.
    static let refusals: [(@Sendable (inout PaymentIntent.Create) -> Void, String?, String)] = [
        ({ $0.confirm = true }, "parameter_missing", "payment_method"),
        ({ $0.offSession = true }, "parameter_unknown", "off_session"),
        ({ $0.applicationFeeAmount = 100 }, nil, "application_fee_amount"),
        ({ $0.applicationFeeAmount = -1 }, "parameter_invalid_integer", "application_fee_amount"),
        ({ $0.receiptEmail = "ann" }, "email_invalid", "receipt_email"),
        ({ $0.receiptEmail = "ann@" }, "email_invalid", "receipt_email"),
        ({ $0.description = String(repeating: "x", count: 1001) }, nil, "description"),
        ({ $0.metadata = ["": "x"] }, nil, "metadata"),
        ({ $0.metadata = ["a[b]": "x"] }, nil, "metadata"),
        ({ $0.metadata = [String(repeating: "k", count: 41): "x"] }, nil, "metadata"),
        ({ $0.metadata = ["k": String(repeating: "v", count: 501)] }, nil, "metadata[k]"),
        (
            { $0.metadata = Dictionary(uniqueKeysWithValues: (0..<51).map { ("k\($0)", "v") }) }, nil,
            "metadata"
        ),
    ]

    @Test("refuses invalid parameters by name", arguments: refusals.indices)
    func refuses(index: Int) async {
        let (change, code, parameter) = Self.refusals[index]
        let error = await refused(change)
        #expect(error?.kind == .invalidRequest)
        #expect(error?.status == 400)
        #expect(error?.code == code)
        #expect(error?.parameter == parameter)
    }

    @Test("stores and returns the largest metadata")
    func largestMetadata() async throws {
        var metadata: Metadata = [:]
        for n in 0..<50 { metadata["\(n)-".padding(to: 40, with: "k")] = "".padding(to: 500, with: "v") }
        let made = try await bench.processor.create(
            PaymentIntent.Create(amount: 500, currency: .usd, metadata: metadata), key: bench.key)
        #expect(try await bench.processor.paymentIntent(made.id).metadata == metadata)
    }

    @Test("an application fee is at most the amount")
    func fee() async throws {
        let church = try await bench.church()
        let error = await refusal { try await bench.gift(500, fee: 501, to: church) }
        #expect(error?.parameter == "application_fee_amount")
        _ = try await bench.gift(500, fee: 500, to: church)
        #expect(try await bench.holding(of: church) == 0)
    }

    @Test("refuses a method of another customer")
    func foreignMethod() async throws {
        let (ann, ben) = (try await bench.donor(), try await bench.donor())
        for customer in [ben.id, nil] {
            let error = await refused {
                $0.customer = customer
                $0.paymentMethod = ann.defaultPaymentMethod
            }
            #expect(error?.code == "payment_method_unexpected_state")
        }
        #expect(
            await refused {
                $0.customer = ann.id
                $0.paymentMethod = ann.defaultPaymentMethod
            } == nil)
    }
}

extension String {
    fileprivate func padding(to length: Int, with character: Character) -> String {
        self + String(repeating: character, count: length - count)
    }
}
