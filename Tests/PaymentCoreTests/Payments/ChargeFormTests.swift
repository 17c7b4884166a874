import Foundation
import MoneyKit
import Processor
import Testing
import TimeKit

@testable import PaymentCore

@Suite struct ChargeFormTests {
    private static let forms: [ChargeForm] = [
        .destination(payee: "acct_1"), .held(payee: "acct_1"), .platform(revenue: .planRevenue),
    ]

    private static func payment(_ form: ChargeForm) throws -> Payment {
        Payment(
            id: "pay_1", kind: "job", subject: "job_1", form: form,
            quote: try Quote(of: Money(100_00, .usd), by: ProductFee(payee: BasisPoints(2000))),
            state: .succeeded, attempts: 1, applicationFeeMinor: 20_00, processorFeeMinor: 0,
            created: Timestamp(seconds: 0))
    }

    @Test("a stored payment keeps its form", arguments: forms)
    func kept(form: ChargeForm) throws {
        let payment = try Self.payment(form)
        let read = try JSONDecoder().decode(Payment.self, from: JSONEncoder().encode(payment))
        #expect(read == payment)
        #expect(read.form == form)
    }

    @Test("stores a destination charge in the format from before forms")
    func destination() throws {
        let kept = try JSONEncoder().encode(Self.payment(.destination(payee: "acct_1")))
        let fields = try #require(try JSONSerialization.jsonObject(with: kept) as? [String: Any])
        #expect(fields["payee"] as? String == "acct_1")
        #expect(fields["isHeld"] == nil)
        #expect(fields["revenue"] == nil)
    }

    @Test("only a destination charge sends the payee and its fee to the processor", arguments: forms)
    func request(form: ChargeForm) throws {
        let payment = try Self.payment(form)
        var order = PaymentOrder(
            kind: "gift", subject: "gift_1", form: form, quote: payment.quote, method: "pm_card_visa",
            payer: Payer(name: "A Donor", email: "a@example.org", phone: nil, client: nil),
            statementDescriptor: "BUILDER")
        order.metadata = ["fund": "12", "payment_id": "pay_2"]
        let request = form.request(for: payment, order)
        let isDestination = form == .destination(payee: "acct_1")
        #expect(request.destination == (isDestination ? "acct_1" : nil))
        #expect(request.applicationFeeAmount == (isDestination ? 20_00 : nil))
        #expect(request.transferGroup == (form == .held(payee: "acct_1") ? "pay_1" : nil))
        #expect(request.amount == 100_00)
        #expect(request.metadata["fund"] == "12" && request.metadata["payment_id"] == "pay_1")
        #expect(!request.metadata.values.contains { $0.contains("Donor") || $0.contains("@") })
    }
}
