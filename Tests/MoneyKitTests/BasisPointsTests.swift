import Foundation
import MoneyKit
import SimulationKit
import TestSupport
import Testing

@Suite struct BasisPointsTests {
    @Test(
        "rounds a share half away from zero",
        arguments: [
            (290, 5000, 145), (290, 5180, 150), (500, 10, 1), (500, 9, 0), (500, 30, 2), (5000, 1, 1),
            (4999, 1, 0),
            (10_000, 777, 777), (0, .max, 0), (5000, -1, -1), (-5000, 1, -1), (-5000, -1, 1), (500, -9, 0),
            (10_000, .max, .max), (10_000, .min, .min), (-10_000, .max, -.max),
            (1, .max, 922_337_203_685_478),
        ] as [(Int64, Int64, Int64)])
    func shares(points: Int64, amount: Int64, share: Int64) throws {
        #expect(try BasisPoints(points).of(Money(amount, .usd)) == Money(share, .usd))
    }

    @Test(
        "reports a share that is too large",
        arguments: [(10_001, .max), (.max, .max), (.min, .min), (-10_000, .min)] as [(Int64, Int64)])
    func overflow(points: Int64, amount: Int64) {
        #expect { try BasisPoints(points).of(Money(amount, .usd)) } throws: {
            ($0 as? MoneyError)?.code == .overflow
        }
    }

    @Test("equals the share that 128 bits give", arguments: propertySeeds)
    func sameAsWide(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let shift = Int64.random(in: 0...63, using: &generator)
            let points = Int64.random(in: .min ... .max, using: &generator) >> shift
            let amount = Int64.random(in: .min ... .max, using: &generator) >> (63 - shift)
            let product = Int128(points) * Int128(amount)
            let size = (product.magnitude + 5000) / 10_000
            let expected = Int64(exactly: product < 0 ? -Int128(size) : Int128(size))
            #expect((try? BasisPoints(points).of(Money(amount, .usd)))?.minorUnits == expected)
        }
    }

    @Test(
        "is shown in percent, with only the necessary decimal places",
        arguments: [
            (0, "0"), (5, "0.05"), (50, "0.5"), (3333, "33.33"), (5000, "50"), (10_000, "100"),
            (10_100, "101"),
        ])
    func percentText(points: Int64, text: String) { #expect(BasisPoints(points).percentText == text) }

    @Test("every percentage is read back from its text")
    func percentRoundTrip() {
        for points in 0...10_000 as ClosedRange<Int64> {
            let share = BasisPoints(points)
            #expect(BasisPoints(percent: share.percentText) == share)
        }
    }

    @Test("is ordered by size and encoded as its number")
    func comparedAndCoded() throws {
        #expect(BasisPoints(-1) < BasisPoints(290))
        let data = try JSONEncoder().encode([BasisPoints(290)])
        #expect(String(decoding: data, as: UTF8.self) == "[290]")
        #expect(try JSONDecoder().decode([BasisPoints].self, from: data) == [BasisPoints(290)])
    }
}
