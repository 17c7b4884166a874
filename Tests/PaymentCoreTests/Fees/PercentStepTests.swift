import MoneyKit
import Testing

@testable import PaymentCore

@Suite struct PercentStepTests {
    @Test(
        "the percentage is the smallest of two decimals that covers the fee, for every total of 50 to 100,000"
    )
    func stepIsLeast() throws {
        for total in Int64(50)...100_000 {
            let amount = Money(total, .usd)
            let fee = try FeeRate.standard.fee(of: amount)
            let step = try BasisPoints.step(covering: fee, of: amount)
            let taken = try step.of(amount).minorUnits
            let less = try BasisPoints(step.rawValue - 1).of(amount).minorUnits
            guard taken >= fee.minorUnits, less < fee.minorUnits else {
                Issue.record(
                    "of \(total) the step \(step.rawValue) takes \(taken), one less \(less), the fee is \(fee.minorUnits)"
                )
                return
            }
        }
    }

    /// 1.80 is 3.4749 % of 51.80. At 3.47 %, the fee is 1.79746, which rounds to 1.80.
    @Test("a covered monthly gift of 50.00 has a fee of 3.47%, because 1.79746 rounds to 1.80")
    func fifty() throws {
        let step = try BasisPoints.step(covering: Money(180, .usd), of: Money(5180, .usd))
        #expect(try step.of(Money(5180, .usd)) == Money(180, .usd))
        #expect(step == BasisPoints(347))
    }
}
