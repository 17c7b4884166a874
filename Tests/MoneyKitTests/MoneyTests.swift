import Foundation
import MoneyKit
import Testing

@Suite struct MoneyTests {
    static let ends: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]

    @Test("adds and subtracts exactly, or reports an overflow", arguments: ends, ends)
    func arithmetic(left: Int64, right: Int64) {
        let (one, other) = (Money(left, .usd), Money(right, .usd))
        // The same sum and difference, calculated with 128 bits.
        let sum = Int64(exactly: Int128(left) + Int128(right)).map { Money($0, .usd) }
        let difference = Int64(exactly: Int128(left) - Int128(right)).map { Money($0, .usd) }
        #expect(result { () throws(MoneyError) in try one.adding(other) } == sum)
        #expect(result { () throws(MoneyError) in try one.subtracting(other) } == difference)
    }

    /// Returns the amount, or nil for an overflow; any other error is recorded as an issue.
    private func result(_ work: () throws(MoneyError) -> Money) -> Money? {
        do { return try work() } catch {
            #expect(error.code == .overflow)
            return nil
        }
    }

    @Test("changes the sign, or reports an overflow")
    func negated() throws {
        #expect(try Money(500, .jpy).negated() == Money(-500, .jpy))
        #expect { try Money(.min, .jpy).negated() } throws: { ($0 as? MoneyError)?.code == .overflow }
    }

    // C0-65
    @Test("never mixes currencies")
    func mixing() {
        #expect { try Money(1, .usd).adding(Money(1, .cad)) } throws: { error in
            let error = error as? MoneyError
            return error?.code == .currencyMismatch && error?.found == "CAD" && error?.currency == .usd
        }
        #expect(throws: MoneyError.self) { try Money(1, .usd).subtracting(Money(1, .cad)) }
        #expect(throws: MoneyError.self) { try Money.sum([Money(1, .usd), Money(1, .cad)], in: .usd) }
    }

    @Test("adds up amounts, and returns zero for none")
    func sums() throws {
        #expect(try Money.sum((1...100).map { Money($0, .eur) }, in: .eur) == Money(5050, .eur))
        #expect(try Money.sum([], in: .jpy) == Money(0, .jpy))
        #expect(throws: MoneyError.self) { try Money.sum([Money(.max, .eur), Money(1, .eur)], in: .eur) }
    }

    @Test("is encoded as its minor units and its currency")
    func codable() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = try encoder.encode(Money(5000, .usd))
        #expect(String(decoding: data, as: UTF8.self) == #"{"amount_minor":5000,"currency":"usd"}"#)
        #expect(try JSONDecoder().decode(Money.self, from: data) == Money(5000, .usd))
    }
}
