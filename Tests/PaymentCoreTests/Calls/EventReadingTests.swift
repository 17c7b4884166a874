import DatabaseKit
import MoneyTestSupport
import Testing

@testable import PaymentCore

@Suite struct EventReadingTests {
    @Test("the types that are asked for are no more than a list may name, each once")
    func types() {
        #expect(EventHint.types.count <= 20)
        #expect(EventHint.types == Array(Set(EventHint.types)).sorted())
    }

    @Test("events are remembered a few at a time, so that nobody who pays waits for all of them")
    func smallUnits() async throws {
        let world = try await HeldWorld.make()
        defer { world.remove() }
        try await world.calm.readEvents()
        for _ in 1...250 { _ = try await world.charge(.job(100_00)) }
        let before = world.file.commits
        let count = try await world.calm.readEvents()
        #expect(count == 250)
        #expect(world.file.commits - before == 3, "200, 50, and how far was read")
        #expect(try await world.calm.readEvents() == 0)
    }
}
