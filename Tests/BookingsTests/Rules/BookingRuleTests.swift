@testable import Bookings
import MoneyKit
import Payees
import PaymentCore
import Testing

/// Booking rules that need no database: the fee, the release, the payout and the gate.
@Suite struct BookingRuleTests {
    // B3-14, B3-47
    @Test(
        "the fee is 20%, rounded half up, and the payee gets the rest",
        arguments: [
            (150_00, 30_00, 120_00), (100, 20, 80), (3, 1, 2), (2, 0, 2), (99_99, 20_00, 79_99),
        ] as [(Int64, Int64, Int64)])
    func fee(price: Int64, fee: Int64, share: Int64) throws {
        let quote = try Quote(of: Money(price, .usd), by: BookingRules.fee)
        #expect(quote.total.minorUnits == price)
        #expect(quote.applicationFee.minorUnits == fee)
        #expect(quote.payeeNet.minorUnits == share)
    }

    // B3-57
    @Test(
        "the rule releases automatically, or holds the money for the platform",
        arguments: [
            (true, 0, 0, true), (true, 10, 0, false), (true, 10, 9, false), (true, 10, 10, true),
            (false, 0, 100, false), (false, 10, 100, false),
        ])
    func release(auto: Bool, below: Int, completed: Int, releases: Bool) {
        let rule = ReleaseRule(auto: auto, holdIfCompletedBelow: below)
        #expect(rule.releasesByItself(completedBefore: completed) == releases)
    }

    @Test("by default, money is released automatically and never held")  // B3-57
    func defaults() {
        #expect(BookingRules().release == ReleaseRule(auto: true, holdIfCompletedBelow: 0))
    }

    // B3-21, B3-22, B3-23, B3-24, B3-25
    @Test(
        "a payout is refused for the first reason that applies",
        arguments: [
            (PayoutRequest(), nil),
            (.but { $0.isCompleted = false }, .notCompleted),
            (.but { ($0.isCompleted, $0.isCancelled) = (false, true) }, .wrongState),
            (.but { $0.isCancelled = true }, .wrongState),
            (.but { $0.payment = nil }, .paymentNotFound),
            (.but { $0.payment = .processing }, .paymentNotSucceeded),
            (.but { $0.payment = .requiresPaymentMethod }, .paymentNotSucceeded),
            (.but { $0.status = .paid }, .alreadyPaid),
            (.but { $0.isDisputed = true }, .disputed),
            (.but { $0.isApproved = false }, .approvalRequired),
            (.but { $0.isConnected = false }, .notConnected),
            (.but { ($0.isCompleted, $0.payment) = (false, nil) }, .notCompleted),
            (.but { ($0.payment, $0.isConnected) = (nil, false) }, .paymentNotFound),
            (.but { ($0.status, $0.isConnected) = (.paid, false) }, .alreadyPaid),
            // The payout is under way: nothing more is moved, and nothing is wrong.
            (.but { ($0.status, $0.isConnected) = (.processing, false) }, nil),
            (.but { $0.status = .failed }, nil),
        ] as [(PayoutRequest, PayeeError.Code?)])
    func payout(request: PayoutRequest, refusal: PayeeError.Code?) {
        #expect(request.refusal == refusal)
    }

    // B3-56
    @Test(
        "an environment variable turns the gate off, with a warning",
        arguments: [
            (nil, true), ("true", true), ("1", true), ("", true), ("false", false), ("FALSE", false),
            ("0", false), ("no", false), ("off", false),
        ])
    func gate(text: String?, isRequired: Bool) {
        let environment = text.map { ["ENABLE_STRIPE_CONNECT_REQUIREMENT": $0] } ?? [:]
        let gate = PayeeGate(environment: environment)
        #expect(gate.isOn == isRequired)
        #expect((gate.warning == nil) == isRequired)
    }

    @Test("the gate's error code is the one that the app expects")  // B3-11
    func gateCode() {
        #expect(PayeeError.Code.payoutsSetupRequired.rawValue == "payouts_setup_required")
    }
}

extension PayoutRequest {
    /// A request that is granted, except for this change.
    fileprivate static func but(_ change: (inout PayoutRequest) -> Void) -> PayoutRequest {
        var request = PayoutRequest()
        change(&request)
        return request
    }
}
