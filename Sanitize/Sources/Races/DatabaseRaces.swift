import Foundation

@testable import DatabaseKit

/// Concurrent writers, readers and log syncs.
enum DatabaseRaces {
    private struct Refusal: Error {}

    private static let migration = Migration(
        "numbers.1", "CREATE TABLE number (value INTEGER PRIMARY KEY) STRICT")
    private static let insert = "INSERT INTO number VALUES (?)"

    private static func open(in folder: String) throws -> DatabaseFile {
        try DatabaseFile.open(at: folder + "/races.sqlite", migrations: [migration])
    }

    private static func count(in file: DatabaseFile) async throws -> Int {
        try await file.read { try $0.value("SELECT count(*) FROM number") } ?? 0
    }

    /// Writes from sixteen tasks and four threads, with some transactions that throw, while four tasks read.
    static func groups() async throws {
        try await withFolder { folder in
            let file = try open(in: folder)
            async let threads: Void = onThreads(4) { thread in
                for round in 0..<50 {
                    file.writeWhenIdle { try $0.run(insert, [10_000 + thread * 100 + round]) }
                    _ = file.commits
                }
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<16 {
                    group.addTask { try await write(from: writer * 100, to: file) }
                }
                for _ in 0..<4 {
                    group.addTask {
                        for _ in 0..<50 {
                            _ = try await count(in: file)
                            _ = try await file.version()
                        }
                    }
                }
                group.addTask {
                    for _ in 0..<5 { try await file.moveLog() }
                }
                try await group.waitForAll()
            }
            await threads
            try file.close()
            let again = try open(in: folder)
            let numbers = try await count(in: again)
            try again.close()
            try Surprise.unless(numbers == 16 * 25 + 4 * 50, "\(numbers) numbers were kept")
        }
    }

    private static func write(from first: Int, to file: DatabaseFile) async throws {
        for value in first..<first + 25 {
            if value.isMultiple(of: 5) {
                try await file.writeAhead { try $0.run(insert, [value]) }
            } else {
                try await file.write { try $0.run(insert, [value]) }
            }
            guard value.isMultiple(of: 7) else { continue }
            do {
                try await file.write { transaction in
                    try transaction.run(insert, [-value - 1])
                    throw Refusal()
                }
            } catch is Refusal {}
        }
    }

    /// The state that only the log's thread may access. It has no lock, so the sanitizer reports any other access.
    private final class Disk: @unchecked Sendable {
        var syncs = 0
        var told = 0
    }

    /// Commits on one thread while other tasks wait for the disk; then the disk fails.
    static func log() async throws {
        let disk = Disk()
        let log = LogSync { () throws(DatabaseFileError) in
            disk.syncs += 1
            guard disk.syncs < 400 else {
                throw DatabaseFileError(.inputOutput, at: "races.sqlite", "the disk failed")
            }
        }
        async let commits: Void = onThreads(1) { _ in
            for _ in 0..<2_000 {
                log.willCommit()
                log.wrote()
                log.ended { _ in disk.told += 1 }
                if Int.random(in: 0..<4) == 0 { log.finish() }
            }
        }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<200 {
                        try? await log.settled()
                        try? log.check()
                    }
                }
            }
        }
        await commits
        log.finish()
        try Surprise.unless(disk.told == 2_000, "\(disk.told) of 2,000 were reported")
        try Surprise.unless(disk.syncs > 1 && disk.syncs <= 400, "the disk was asked \(disk.syncs) times")
    }

    /// Writes from eight tasks until the file is closed. Everything acknowledged must be stored.
    static func closing() async throws {
        for round in 0..<5 {
            try await withFolder { folder in
                let file = try open(in: folder)
                let kept = try await withThrowingTaskGroup(of: Int.self) { group in
                    for writer in 0..<8 {
                        group.addTask { await written(from: writer * 10_000, to: file) }
                    }
                    group.addTask {
                        try await Task.sleep(for: .milliseconds(20 * (round + 1)))
                        try file.close()
                        return 0
                    }
                    return try await group.reduce(0, +)
                }
                let again = try open(in: folder)
                let found = try await count(in: again)
                try again.close()
                try Surprise.unless(kept > 0 && found == kept, "\(kept) were reported, \(found) are kept")
            }
        }
    }

    /// Writes consecutive numbers until the file is closed.
    ///
    /// - Returns: The number of acknowledged writes.
    private static func written(from first: Int, to file: DatabaseFile) async -> Int {
        var kept = 0
        for value in first..<first + 10_000 {
            do { try await file.write { try $0.run(insert, [value]) } } catch { break }
            kept += 1
        }
        return kept
    }
}
