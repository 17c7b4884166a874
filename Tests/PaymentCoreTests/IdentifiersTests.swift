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

    /// Draws these numbers, one after the other.
    private func ids(drawing numbers: UInt64...) -> Identifiers {
        let rest = Mutex(numbers)
        return ids { rest.withLock { $0.removeFirst() } }
    }

    @Test(
        "ids of one second sort in the order in which they were made, whatever chance draws",
        arguments: 1...200 as ClosedRange<UInt64>)
    func order(seed: UInt64) {
        let random = Mutex(SeededGenerator(seed: seed))
        let ids = ids { random.withLock { $0.next() } }
        let made = (1...100).map { _ in ids.make("gift") }
        #expect(made == made.sorted())
        #expect(Set(made).count == 100)
    }

    @Test("an id is far from the one before: 2^40 places, of which one is taken")
    func distance() {
        let ids = ids(drawing: 5, .max, 0)
        let numbers = (1...3).map { _ in ids.make("gift").suffix(13) }
        #expect(numbers == ["0000000000005", "0000100000005", "0000100000006"])
    }

    @Test("behind the last number chance begins anew")
    func overflow() {
        let ids = ids(drawing: .max, 7)
        #expect(ids.make("gift").hasSuffix("fzzzzzzzzzzzz"))
        #expect(ids.make("gift").hasSuffix("0000000000007"))
    }

    @Test("kinds know nothing of one another, and what came to be earlier stands before")
    func kinds() {
        let ids = ids(drawing: 9, 3, 1)
        #expect(ids.make("gift").hasSuffix("9"))
        #expect(ids.make("pay").hasSuffix("3"))
        let earlier = ids.make("gift", at: second.adding(seconds: -1))
        #expect(earlier < Identifiers.first("gift", at: second))
        #expect(earlier.hasSuffix("1"))
    }
}
