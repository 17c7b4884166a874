import SimulationKit
import TestSupport
import Testing

@testable import ServerKit

/// The order in which connections are closed for new ones.
@Suite struct ConnectionTableTests {
    @Test("from seven eighths of the limit, each new connection closes the one that has waited longest")
    func order() {
        var table = ConnectionTable(limit: 16)
        let first = (0..<14).map { _ in table.open() }
        #expect(first.allSatisfy { $0.leaving == nil })
        #expect(table.open().leaving == first[0].opened)
        table.close(first[0].opened)
        // The second connection has completed a request since then, so the third has waited longest.
        table.answer(first[1].opened)
        #expect(table.wait(first[1].opened) == nil)
        #expect(table.open().leaving == first[2].opened)
        #expect(table.count == 14)
    }

    @Test("a connection whose request is being answered is never closed, even if it was just chosen")
    func answering() {
        var table = ConnectionTable(limit: 8)
        let busy = (0..<7).map { _ in table.open().opened }
        for id in busy { table.answer(id) }
        let slow = table.open()
        #expect(slow.leaving == nil)
        #expect(table.open().leaving == slow.opened)
        table.answer(slow.opened)
        #expect(!table.isLeaving(slow.opened))
        #expect(table.count == 9)
    }

    @Test("a listener with two connections keeps one for the next client")
    func two() {
        var table = ConnectionTable(limit: 2)
        let first = table.open()
        #expect(first.leaving == nil && table.open().leaving == first.opened)
    }

    @Test("if requests in progress fill the limit, the first one that completes makes room")
    func full() {
        var table = ConnectionTable(limit: 16)
        let busy = (0..<15).map { _ in
            let id = table.open().opened
            table.answer(id)
            return id
        }
        let slow = table.open()
        #expect(slow.leaving == nil && table.count == 16)
        #expect(table.wait(busy[3]) == slow.opened)
        #expect(table.wait(busy[4]) == busy[3])
        #expect(table.count == 14)
        #expect(table.wait(busy[5]) == nil)
    }

    @Test("the beginning of a request closes no connection, and starts a new wait")
    func beginning() {
        var table = ConnectionTable(limit: 16)
        let ids = (0..<14).map { _ in table.open().opened }
        table.begin(ids[0])
        #expect(table.open().leaving == ids[1])
    }

    @Test("the order takes a bounded amount of memory, however many requests there are")
    func bounded() {
        var table = ConnectionTable(limit: 100)
        let ids = (0..<10).map { _ in table.open().opened }
        for turn in 0..<100_000 {
            table.answer(ids[turn % 10])
            _ = table.wait(ids[turn % 10])
            #expect(table.stored <= 2 * 10 + 65)
        }
    }

    @Test("the count and the order agree with those of a simple list", arguments: propertySeeds)
    func model(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var table = ConnectionTable(limit: 9)
        // The waiting connections in order, and those that are answered.
        var (waiting, answered): ([UInt64], [UInt64]) = ([], [])
        for _ in 0..<200 {
            switch random.next() % 4 {
            case 0:
                let expected = waiting.count + answered.count >= table.crowd ? waiting.first : nil
                let (opened, leaving) = table.open()
                #expect(leaving == expected)
                if let leaving {
                    waiting.removeFirst()
                    if random.next() % 2 == 0 { table.close(leaving) }
                }
                waiting.append(opened)
            case 1:
                guard let id = waiting.randomElement(using: &random) else { continue }
                waiting.removeAll { $0 == id }
                answered.append(id)
                table.answer(id)
            case 2:
                guard let id = answered.randomElement(using: &random) else { continue }
                answered.removeAll { $0 == id }
                waiting.append(id)
                let expected = waiting.count + answered.count > table.crowd ? waiting.first : nil
                #expect(table.wait(id) == expected)
                if expected != nil { waiting.removeFirst() }
            default:
                guard let id = (waiting + answered).randomElement(using: &random) else { continue }
                waiting.removeAll { $0 == id }
                answered.removeAll { $0 == id }
                table.close(id)
            }
            #expect(table.count == waiting.count + answered.count)
        }
    }
}
