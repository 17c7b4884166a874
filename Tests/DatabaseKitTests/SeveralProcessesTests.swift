import DatabaseKit
import Foundation
import GRDB
import SimulationKit
import Testing

/// Real processes on one file.
@Suite(.serialized, .timeLimit(.minutes(2))) struct SeveralProcessesTests {
    let scratch = Scratch()

    static let migrations = [
        Scratch.numbers, Migration("pair.1", "CREATE TABLE pair (value INTEGER PRIMARY KEY) STRICT"),
    ]

    @Test("processes that open, migrate and write one file concurrently lose and duplicate nothing")
    func atOnce() async throws {
        let path = scratch.path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for process in 1...4 {
                group.addTask {
                    await #expect(processExitsWith: .success) {
                        [path = path as String, process = process as Int] in
                        let file = try DatabaseFile.open(at: path, migrations: Self.migrations)
                        try await withThrowingTaskGroup(of: Void.self) { group in
                            for caller in 0..<8 {
                                group.addTask {
                                    for round in 0..<25 {
                                        try await file.write {
                                            try $0.add(process * 1000 + caller * 100 + round)
                                        }
                                    }
                                }
                            }
                            try await group.waitForAll()
                        }
                        try file.close()
                    }
                }
            }
            try await group.waitForAll()
        }
        let file = try DatabaseFile.open(at: path, migrations: Self.migrations)
        var expected: [Int] = []
        for process in 1...4 {
            for caller in 0..<8 { expected += (0..<25).map { process * 1000 + caller * 100 + $0 } }
        }
        #expect(try await file.read { try $0.numbers() } == expected)
        #expect(try await file.checkIntegrity() == [])
    }

    @Test("kill -9 at any time loses no returned write, and leaves no partial one")
    func killed() async throws {
        let (path, log) = (scratch.path, scratch.folder + "/returned")
        for seed in UInt64(1)...10 {
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = path as String, log = log as String, seed = seed as UInt64] in
                try await Self.writeUntilKilled(path: path, log: log, seed: seed)
            }
            let file = try DatabaseFile.open(at: path, migrations: Self.migrations)
            let numbers = try await file.read { try $0.numbers() }
            let pairs = try await file.read {
                try Int.fetchAll($0.database, sql: "SELECT value FROM pair ORDER BY value")
            }
            let returned = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").compactMap
            {
                Int($0)
            }
            #expect(!returned.isEmpty)
            #expect(Set(returned).subtracting(numbers) == [], "seed \(seed)")
            #expect(numbers == pairs, "seed \(seed)")
            #expect(try await file.checkIntegrity() == [], "seed \(seed)")
            try file.close()
        }
    }

    /// Writes with eight callers, each number twice, and logs returned writes. One caller kills the process.
    static func writeUntilKilled(path: String, log: String, seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let last = Int.random(in: 1...60, using: &generator)
        let descriptor = open(log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        let file = try DatabaseFile.open(at: path, migrations: migrations)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for caller in 0..<8 {
                group.addTask {
                    for round in 1...100 {
                        let value = Int(seed) * 10_000 + caller * 1000 + round
                        try await file.write { unit in
                            try unit.add(value)
                            try unit.database.execute(sql: "INSERT INTO pair VALUES (?)", arguments: [value])
                        }
                        let line = Array("\(value)\n".utf8)
                        _ = write(descriptor, line, line.count)
                        if caller == 0, round == last { kill(getpid(), SIGKILL) }
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
