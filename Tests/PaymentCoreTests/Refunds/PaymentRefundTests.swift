import Testing
import TimeKit

@testable import PaymentCore

@Suite struct PaymentRefundTests {
    @Test(
        "after a refused refund, only another amount is requested without a person; after a returned one, none"
    )
    func next() {
        var refund = PaymentRefund(
            id: "ref_1", payment: "pay_1", amountMinor: 100, reason: nil, state: .failed,
            created: Timestamp(seconds: 0))
        #expect(!refund.permitsRefund(ofMinor: 100) && refund.permitsRefund(ofMinor: 70))
        refund.processorRefund = "re_1"
        #expect(!refund.permitsRefund(ofMinor: 100) && !refund.permitsRefund(ofMinor: 70))
        refund.state = .succeeded
        #expect(refund.permitsRefund(ofMinor: 100))
    }
}
