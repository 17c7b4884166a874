public import Processor
import SimulationKit

extension FaultyProcessor {
    /// Events as the plan tells them. The last one of a page that is not the last page is always told, and last, so
    /// that a caller can go on behind it.
    public func events(_ query: ListQuery) async throws(ProcessorError) -> ListPage<ProcessorEvent> {
        let page = try await pass(.events) { () async throws(ProcessorError) in try await base.events(query) }
        var told = page.data
        let last = page.hasMore ? told.popLast() : nil
        if plan.events.contains(.lost) { told.removeAll { draw(of: $0).isMultiple(of: 2) } }
        if plan.events.contains(.twice) { told = told.flatMap { [$0, $0] } }
        if plan.events.contains(.shuffled) {
            var generator = SeededGenerator(seed: plan.seed)
            told.shuffle(using: &generator)
        }
        return ListPage(told + (last.map { [$0] } ?? []), hasMore: page.hasMore)
    }

    /// A number for an event, the same each time that it is listed.
    private func draw(of event: ProcessorEvent) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325  // FNV-1a
        for byte in event.id.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        var generator = SeededGenerator(seed: plan.seed ^ hash)
        return generator.next() >> 1
    }
}
