import MoneyKit
import PaymentCore
import SimulationKit
import TestSupport
import Testing

@Suite struct ProductFeeTests {
    @Test(
        "the fee is rounded half up, and the payee gets the rest",
        arguments: [
            (base: 50_000_00, payee: 500, payer: 0, fee: 2_500_00, added: 0),
            (base: 50_000_00, payee: 500, payer: 500, fee: 2_500_00, added: 2_500_00),
            (base: 150_00, payee: 2000, payer: 0, fee: 30_00, added: 0),
            (base: 1_10, payee: 500, payer: 500, fee: 6, added: 6),
            (base: 1_09, payee: 500, payer: 0, fee: 5, added: 0),
        ] as [(base: Int64, payee: Int64, payer: Int64, fee: Int64, added: Int64)])
    func table(row: (base: Int64, payee: Int64, payer: Int64, fee: Int64, added: Int64)) throws {
        let quote = try Quote(
            of: Money(row.base, .usd),
            by: ProductFee(payee: BasisPoints(row.payee), payer: BasisPoints(row.payer)))
        #expect(quote.payeeNet.minorUnits == row.base - row.fee)
        #expect(quote.total.minorUnits == row.base + row.added)
        #expect(quote.minorUnits(of: .surcharge) == row.added)
        #expect(quote.applicationFee.minorUnits == row.fee + row.added)
    }

    @Test("the lines add up to the total, and so do the shares", arguments: propertySeeds)
    func sums(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let base = Int64.random(in: 1...1_000_000_00, using: &generator)
        let rule = ProductFee(
            payee: BasisPoints(.random(in: 0...4000, using: &generator)),
            payer: BasisPoints(.random(in: 0...4000, using: &generator)))
        let quote = try Quote(of: Money(base, .usd), by: rule)
        #expect(quote.lines.reduce(0) { $0 + $1.amount.minorUnits } == quote.total.minorUnits)
        #expect(quote.payeeNet.minorUnits + quote.applicationFee.minorUnits == quote.total.minorUnits)
        #expect(quote.payeeNet.minorUnits <= base)
    }

    @Test(
        "refuses a payee's share of 100% or more, and negative shares",
        arguments: [(10_000, 0), (10_001, 500), (-1, 0), (500, -1)] as [(Int64, Int64)])
    func refused(payee: Int64, payer: Int64) {
        let error = #expect(throws: PaymentError.self) {
            try Quote(
                of: Money(100, .usd),
                by: ProductFee(payee: BasisPoints(payee), payer: BasisPoints(payer)))
        }
        #expect(error?.code == .invalidFee)
    }
}
