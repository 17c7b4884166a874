@testable import MoneyKit
import PaymentCore
import Testing

@Suite struct FeeRuleTests {
    static let standard = FeeRule()
    static let own = FeeRule(platform: BasisPoints(100))

    /// Source: Stripe, "Pricing": 2.9 % and 30 cents, half up.
    @Test(
        "the fee is 2.9% and 30 cents, rounded half up",
        arguments: [(1000, 59), (5000, 175), (5180, 180), (10_000, 320), (1, 30), (18, 31), (0, 0)])
    func standardFee(total: Int64, fee: Int64) throws {
        #expect(try Self.standard.applicationFee(of: Money(total, .usd)).minorUnits == fee)
    }

    @Test("a covered gift of 50.00 charges 51.80 and leaves 50.00 for the church")
    func coveredFifty() throws {
        let quote = try Quote(of: Money(5000, .usd), coveringFee: true, by: Self.standard)
        #expect(quote.total == Money(5180, .usd))
        #expect(quote.applicationFee == Money(180, .usd))
        #expect(quote.payeeNet == Money(5000, .usd))
        #expect(quote.lines == [.init(.base, Money(5000, .usd)), .init(.coveredFee, Money(180, .usd))])
    }

    @Test("an uncovered gift of 50.00 leaves 48.25 for the church")
    func uncoveredFifty() throws {
        let quote = try Quote(of: Money(5000, .usd), coveringFee: false, by: Self.standard)
        #expect(quote.total == Money(5000, .usd))
        #expect(quote.payeeNet == Money(4825, .usd))
        #expect(quote.lines == [.init(.base, Money(5000, .usd))])
    }

    @Test("the covered total is the smallest that leaves the gift, for every amount of 1 to 100,000")
    func coveredTotalIsLeast() throws {
        for rule in [Self.standard, Self.own] {
            for amount in Int64(1)...100_000 {
                let total = try rule.coveredTotal(of: Money(amount, .usd)).minorUnits
                let left = try total - rule.applicationFee(of: Money(total, .usd)).minorUnits
                let before = try total - 1 - rule.applicationFee(of: Money(total - 1, .usd)).minorUnits
                guard left >= amount, before < amount else {
                    Issue.record("\(amount) is covered by \(total): \(left) is left, of one less \(before)")
                    return
                }
            }
        }
    }

    @Test("in a currency with charge steps, the covered total is the smallest sufficient step")
    func coveredInSteps() throws {
        let dinar = try Currency("kwd")
        #expect(dinar.chargeStep == 10)
        for amount in stride(from: Int64(500), through: 50_000, by: 10) {
            let total = try Self.standard.coveredTotal(of: Money(amount, dinar)).minorUnits
            let left = try total - Self.standard.applicationFee(of: Money(total, dinar)).minorUnits
            let before =
                try total - 10 - Self.standard.applicationFee(of: Money(total - 10, dinar)).minorUnits
            guard total.isMultiple(of: 10), left >= amount, before < amount else {
                Issue.record("\(amount) is covered by \(total): \(left) is left, of one step less \(before)")
                return
            }
        }
    }

    @Test("the application fee equals the processor's fee, for every amount of 1 to 100,000")
    func platformNeverPays() throws {
        for total in Int64(1)...100_000 {
            let fee = try Self.standard.applicationFee(of: Money(total, .usd)).minorUnits
            let taken = try FeeRate.standard.fee(of: Money(total, .usd)).minorUnits
            guard fee == taken else {
                Issue.record("of \(total) the platform keeps \(fee) and pays \(taken)")
                return
            }
        }
    }

    @Test("refuses a gift that is not larger than its fee")
    func feeEatsGift() {
        let error = #expect(throws: PaymentError.self) {
            try Quote(of: Money(30, .usd), coveringFee: false, by: Self.standard)
        }
        #expect(error?.code == .feeExceedsAmount)
    }

    @Test(
        "refuses percentages that add up to 100% or more, or to less than 0%, whatever the amount",
        arguments: [
            (290, 9_710, "100% or more"), (0, 20_000, "100% or more"), (Int64.max, 1, "100% or more"),
            (290, -291, "less than 0%"), (Int64.min, -1, "less than 0%"),
        ] as [(Int64, Int64, String)])
    func shares(processing: Int64, platform: Int64, sum: String) {
        let rule = FeeRule(
            processing: FeeRate(rate: BasisPoints(processing), fixedMinor: 30),
            platform: BasisPoints(platform))
        for isCovered in [false, true] {
            let error = #expect(throws: PaymentError.self) {
                try Quote(of: Money(5000, .usd), coveringFee: isCovered, by: rule)
            }
            #expect(error?.code == .invalidFee && error?.summary == "the fee is invalid")
            #expect(error?.reason == "the fees add up to \(sum)")
            #expect(error?.remedy == (sum == "less than 0%" ? "raise the fees" : "lower the fees"))
        }
    }

    @Test("percentages that add up to 99.99% are accepted")
    func almostAll() throws {
        let rule = FeeRule(platform: BasisPoints(9_709))
        let quote = try Quote(of: Money(1_000_000, .usd), coveringFee: false, by: rule)
        #expect(quote.payeeNet == Money(70, .usd))
    }

    @Test("refuses a negative fee")
    func negativeFee() {
        let rule = FeeRule(processing: FeeRate(rate: BasisPoints(0), fixedMinor: -50))
        let error = #expect(throws: PaymentError.self) {
            try Quote(of: Money(5000, .usd), coveringFee: false, by: rule)
        }
        #expect(error?.code == .invalidFee)
    }

    @Test(
        "refuses or quotes huge amounts without overflow",
        arguments: [Int64.max, Int64.max / 2, 922_337_203_685_477_580])
    func hugeAmounts(amount: Int64) throws {
        do {
            let quote = try Quote(of: Money(amount, .usd), coveringFee: true, by: Self.standard)
            #expect(quote.payeeNet.minorUnits >= amount)
        } catch {
            #expect(error.code == .amountTooLarge)
        }
    }

    @Test("without a rate, no fee is charged or covered")
    func noFee() throws {
        let quote = try Quote(of: Money(5000, .usd), coveringFee: true, by: FeeRule(processing: .none))
        #expect(quote.total == quote.payeeNet)
        #expect(quote.lines.count == 1)
    }
}
