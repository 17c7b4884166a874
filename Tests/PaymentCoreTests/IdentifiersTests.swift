import PaymentCore
import SimulationKit
import Synchronization
import Testing
import TimeKit

@Suite struct IdentifiersTests {
    private let second = Timestamp(seconds: 1_795_000_000)

    private func ids(random: @escaping @Sendable () -> UInt64) -> Identifiers {
        Identifiers(clock: WallClock { [second] in second }, random: random)
    }

    /// Returns identifiers that draw these numbers in order.
    private func ids(drawing numbers: UInt64...) -> Identifiers {
        let rest = Mutex(numbers)
        return ids { rest.withLock { $0.removeFirst() } }
    }

    @Test(
        "ids of one second sort in creation order, for any random numbers",
        arguments: 1...200 as ClosedRange<UInt64>)
    func order(seed: UInt64) {
        let random = Mutex(SeededGenerator(seed: seed))
        let ids = ids { random.withLock { $0.next() } }
        let made = (1...100).map { _ in ids.make("gift") }
        #expect(made == made.sorted())
        #expect(Set(made).count == 100)
    }

    @Test("each id follows the previous one by a random step of 1 to 2^40")
    func distance() {
        let ids = ids(drawing: 5, .max, 0)
        let numbers = (1...3).map { _ in ids.make("gift").suffix(13) }
        #expect(numbers == ["0000000000005", "0000100000005", "0000100000006"])
    }

    @Test("an id contains its creation time, and other text contains none")
    func time() {
        #expect(Identifiers.time(of: ids(drawing: 5).make("tap")) == second)
        for text in ["", "tap", "tap_", "tap_000000", "tap_00000u0", "tap_ééééééé"] {
            #expect(Identifiers.time(of: text) == nil, "\(text)")
        }
    }

    @Test("after the largest number, the next id starts at a random number")
    func overflow() {
        let ids = ids(drawing: .max, 7)
        #expect(ids.make("gift").hasSuffix("fzzzzzzzzzzzz"))
        #expect(ids.make("gift").hasSuffix("0000000000007"))
    }

    @Test("each kind has its own sequence, and earlier ids sort first")
    func kinds() {
        let ids = ids(drawing: 9, 3, 1)
        #expect(ids.make("gift").hasSuffix("9"))
        #expect(ids.make("pay").hasSuffix("3"))
        let earlier = ids.make("gift", at: second.adding(seconds: -1))
        #expect(earlier < Identifiers.first("gift", at: second))
        #expect(earlier.hasSuffix("1"))
    }
}
