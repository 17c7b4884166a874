import DatabaseKit
import Foundation
import GRDB
import SimulationKit
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct GroupCommitTests {
    let scratch = Scratch()

    struct Refusal: Error {}

    @Test("a single caller makes one commit per transaction")
    func aloneIsNotKeptWaiting() async throws {
        let file = try scratch.open()
        for value in 1...20 { try await file.write { try $0.add(value) } }
        #expect(file.commits == 20)
    }

    @Test("64 concurrent callers need at most an eighth of the commits")
    func companyIsShared() async throws {
        let file = try scratch.open()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for caller in 0..<64 {
                group.addTask {
                    for round in 1...20 { try await file.write { try $0.add(caller * 100 + round) } }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await file.read { try $0.numbers().count } == 64 * 20)
        #expect(file.commits <= 64 * 20 / 8, "\(file.commits) commits")
    }

    /// Enqueues transactions in order while another one holds the writer.
    private func linedUp<Units>(behindAUnitOf file: DatabaseFile, _ handIn: () -> Units) async throws -> Units
    {
        let goOn = DispatchSemaphore(value: 0)
        let (begun, hasBegun) = AsyncStream<Void>.makeStream()
        async let first: Void = file.write { _ in
            hasBegun.yield()
            goOn.wait()
        }
        for await _ in begun { break }
        let units = handIn()
        // Twice, because the first transaction runs again if another one of its group throws.
        for _ in 1...2 { goOn.signal() }
        try await first
        return units
    }

    @Test("transactions run in the order in which they were enqueued")
    func orderIsKept() async throws {
        let file = try scratch.open()
        let order = OrderLog()
        let others = try await linedUp(behindAUnitOf: file) {
            (1...200).map { value in
                Task.immediate { try await file.write { _ in order.values.withLock { $0.append(value) } } }
            }
        }
        for other in others { try await other.value }
        #expect(order.values.withLock { $0 } == Array(1...200))
    }

    @Test("transactions enqueued ahead run first, but do not starve the others")
    func aheadGoesFirst() async throws {
        let file = try scratch.open()
        let order = OrderLog()
        let tasks = try await linedUp(behindAUnitOf: file) {
            let waiting = (1...40).map { value in
                Task.immediate { try await file.write { _ in order.values.withLock { $0.append(value) } } }
            }
            return waiting
                + (101...140).map { value in
                    Task.immediate {
                        try await file.writeAhead { _ in order.values.withLock { $0.append(value) } }
                    }
                }
        }
        for task in tasks { try await task.value }
        let ran = order.values.withLock { $0 }
        #expect(ran.filter { $0 > 100 } == Array(101...140) && ran.filter { $0 < 100 } == Array(1...40))
        #expect(ran.first == 101)
        #expect(ran.prefix(16).contains { $0 < 100 })
    }

    @Test("idle transactions run in order after all others")
    func behindGoesLast() async throws {
        let file = try scratch.open()
        let order = OrderLog()
        let tasks = try await linedUp(behindAUnitOf: file) {
            for value in 1_001...1_002 {
                file.writeWhenIdle { unit in
                    try unit.add(value)
                    order.values.withLock { $0.append(value) }
                }
            }
            return (1...40).map { value in
                Task.immediate {
                    try await file.write { unit in
                        try unit.add(value)
                        order.values.withLock { $0.append(value) }
                    }
                }
            }
        }
        for task in tasks { try await task.value }
        let before = file.commits
        // They are in the queue, which is empty after the file is closed.
        try file.close()
        #expect(order.values.withLock { $0 } == Array(1...40) + [1_001, 1_002])
        #expect(file.commits - before <= 2)
        #expect(try await scratch.open().read { try $0.numbers() } == Array(1...40) + [1_001, 1_002])
    }

    @Test("an idle transaction that throws is rolled back, and affects no other")
    func behindMayFail() async throws {
        let file = try scratch.open()
        file.writeWhenIdle { unit in
            try unit.add(1)
            throw Refusal()
        }
        file.writeWhenIdle { try $0.add(2) }
        try await file.write { try $0.add(3) }
        try file.close()
        #expect(try await scratch.open().read { try $0.numbers() } == [2, 3])
    }

    @Test("a transaction knows whether others share its group or wait for it")
    func knowsOfOthers() async throws {
        let file = try scratch.open()
        #expect(try await file.write { $0.isShared } == false)
        let tasks = try await linedUp(behindAUnitOf: file) {
            (1...5).map { _ in Task.immediate { try await file.write { $0.isShared } } }
        }
        for task in tasks { #expect(try await task.value) }
        #expect(try await file.write { $0.isShared } == false)
        #expect(try await file.read { $0.isShared } == false)
    }

    @Test(
        "if one transaction of a group throws, only it fails")
    func oneRefuses() async throws {
        let file = try scratch.open()
        let units = try await linedUp(behindAUnitOf: file) {
            (1...9).map { value in
                Task.immediate {
                    try await file.write { unit in
                        try unit.add(value)
                        if value == 5 { throw Refusal() }
                    }
                }
            }
        }
        for (value, unit) in zip(1..., units) {
            let isKept = (try? await unit.value) != nil
            #expect(isKept == (value != 5))
        }
        #expect(try await file.read { try $0.numbers() } == [1, 2, 3, 4, 6, 7, 8, 9])
        #expect(file.commits == 1)
    }

    @Test("after any failures, the file contains exactly the successful writes", arguments: propertySeeds)
    func successIsWhatIsThere(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let file = try scratch.open()
        // A third fails: before its write, after it, or because its number exists already.
        let orders = (1...40).map { ($0, Int.random(in: 0..<9, using: &generator)) }
        let succeeded = try await withThrowingTaskGroup(of: Int?.self) { group in
            for (value, fate) in orders {
                group.addTask {
                    do {
                        return try await file.write { unit in
                            if fate == 0 { throw Refusal() }
                            try unit.add(fate == 1 ? max(value - 1, 1) : value)
                            if fate == 2 { throw Refusal() }
                            return fate == 1 ? max(value - 1, 1) : value
                        }
                    } catch is Refusal {
                        return nil
                    } catch let error as DatabaseKit.DatabaseFileError where error.code == .constraint {
                        return nil
                    }
                }
            }
            return try await group.reduce(into: [Int]()) { $0 += [$1].compactMap(\.self) }
        }
        #expect(try await file.read { try $0.numbers() } == succeeded.sorted())
        #expect(file.commits <= succeeded.count)
    }

    @Test("on a full disk the whole group fails without partial writes, and later the file works again")
    func fullDisk() async throws {
        let file = try DatabaseFile.open(
            at: scratch.path,
            migrations: [Scratch.numbers, Migration("blob.1", "CREATE TABLE blob (bytes BLOB) STRICT")])
        try await file.write { unit in
            let pages = try Int.fetchOne(unit.database, sql: "PRAGMA page_count") ?? 0
            try unit.database.execute(sql: "PRAGMA max_page_count = \(pages + 8)")
        }
        let codes = try await withThrowingTaskGroup(of: (Int, DatabaseKit.DatabaseFileError.Code?).self) {
            group in
            for value in 1...40 {
                group.addTask {
                    let answer = try await code {
                        try await file.write { unit in
                            try unit.add(value)
                            try unit.database.execute(sql: "INSERT INTO blob VALUES (zeroblob(9000))")
                        }
                    }
                    return (value, answer)
                }
            }
            return try await group.reduce(into: [:]) {
                $0[$1.0] = $1.1 as DatabaseKit.DatabaseFileError.Code??
            }
        }
        let succeeded = codes.filter { $0.value == .some(nil) }.keys.sorted()
        #expect(codes.values.allSatisfy { $0 == nil || $0 == .full })
        #expect(codes.values.contains { $0 == .full })
        #expect(try await file.read { try $0.numbers() } == succeeded)

        try await file.write { try $0.database.execute(sql: "PRAGMA max_page_count = 100000") }
        try await file.write { unit in
            try unit.add(99)
            try unit.database.execute(sql: "INSERT INTO blob VALUES (zeroblob(90000))")
        }
        #expect(try await file.read { try $0.numbers() } == succeeded + [99])
        #expect(try await file.checkIntegrity() == [])
    }

    @Test("a failed commit fails every transaction of its group, and stores none")
    func failedCommit() async throws {
        let file = try DatabaseFile.open(
            at: scratch.path,
            migrations: [
                Scratch.numbers,
                Migration(
                    "child.1",
                    "CREATE TABLE child (parent INTEGER REFERENCES number DEFERRABLE INITIALLY DEFERRED) STRICT"
                ),
            ])
        let goOn = DispatchSemaphore(value: 0)
        let (begun, hasBegun) = AsyncStream<Void>.makeStream()
        let first = Task {
            try await code {
                try await file.write { unit in
                    hasBegun.yield()
                    goOn.wait()
                    try unit.add(1)
                }
            }
        }
        for await _ in begun { break }
        // Checked when the transaction commits, so that no savepoint can hold it back.
        let second = Task.immediate {
            try await code {
                try await file.write { try $0.database.execute(sql: "INSERT INTO child VALUES (5)") }
            }
        }
        goOn.signal()
        #expect(try await first.value == .constraint)
        #expect(try await second.value == .constraint)
        #expect(try await file.read { try $0.numbers() } == [])
        try await file.write { try $0.add(1) }
        #expect(file.commits == 1)
    }

    @Test("a file locked for too long is `busy`, and works afterwards")
    func busy() async throws {
        let file = try scratch.open(.init(busyTimeout: .milliseconds(50)))
        let stranger = try scratch.stranger()
        try await stranger.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        #expect(try await code { try await file.write { try $0.add(1) } } == .busy)
        #expect(try await file.read { try $0.numbers() } == [])
        try await stranger.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        try await file.write { try $0.add(1) }
        #expect(try await file.read { try $0.numbers() } == [1])
    }

    @Test("a writer waits for another connection that unlocks in time")
    func waits() async throws {
        let file = try scratch.open()
        let stranger = try scratch.stranger()
        try await stranger.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        async let writing: Void = file.write { try $0.add(1) }
        try await stranger.writeWithoutTransaction {
            try $0.execute(sql: "INSERT INTO number VALUES (7); COMMIT")
        }
        try await writing
        #expect(try await file.read { try $0.numbers() } == [1, 7])
    }
}

/// The order in which transactions ran.
private final class OrderLog: Sendable {
    let values = Mutex<[Int]>([])
}
