import DatabaseKit
import Foundation
import GRDB
import SimulationKit
import TestSupport
import Testing

@testable import DatabaseKit

/// Damaged write-ahead logs: either the log is refused, or no committed transaction is lost (case S-1).
@Suite(.timeLimit(.minutes(5))) struct LogCheckTests {
    /// A database and its log, as left by a killed program.
    struct Left: Sendable {
        let file: Data
        let log: Data
        /// The numbers in the database, by the number of valid frames in its log.
        let numbers: [Int: [Int]]
        let frameBytes = 4096 + LogScan.frameHeaderBytes

        var frames: Int { (log.count - LogScan.headerBytes) / frameBytes }

        func offset(ofFrame frame: Int) -> Int { LogScan.headerBytes + (frame - 1) * frameBytes }

        /// Returns the numbers committed before a frame.
        func numbers(beforeFrame frame: Int) -> [Int] {
            numbers.filter { $0.key < frame }.max { $0.key < $1.key }?.value ?? []
        }

        func place(in scratch: Scratch, log: Data? = nil) throws {
            try file.write(to: URL(filePath: scratch.path))
            try (log ?? self.log).write(to: URL(filePath: scratch.path + "-wal"))
        }
    }

    /// Commits transactions of several sizes without a checkpoint, and copies both files.
    ///
    /// - Parameter prepare: A closure that runs first on the connection.
    static func left(
        _ transactions: [Int] = [1, 400, 1, 900, 1, 1, 700, 1, 2],
        prepare: (Database) throws -> Void = { _ in },
        end: (Database) throws -> Void = { _ in }
    ) throws -> Left {
        let scratch = Scratch()
        try scratch.open().close()
        let connection = try scratch.stranger()
        var numbers: [Int: [Int]] = [0: []]
        try connection.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA wal_autocheckpoint = 0")
            try prepare(database)
            let before = try Int.fetchOne(database, sql: "SELECT coalesce(max(value), 0) FROM number") ?? 0
            numbers[0] = before == 0 ? [] : Array(1...before)
            var last = before
            for count in transactions {
                try database.inTransaction {
                    for _ in 1...count {
                        last += 1
                        try Transaction(database: database).add(last)
                    }
                    return .commit
                }
                let bytes = try Data(contentsOf: URL(filePath: scratch.path + "-wal")).count
                numbers[(bytes - LogScan.headerBytes) / (4096 + LogScan.frameHeaderBytes)] = Array(1...last)
            }
            try end(database)
        }
        let left = Left(
            file: try Data(contentsOf: URL(filePath: scratch.path)),
            log: try Data(contentsOf: URL(filePath: scratch.path + "-wal")), numbers: numbers)
        try connection.close()
        return left
    }

    /// Ways to damage a frame.
    enum Damage: CaseIterable, Sendable {
        case bit, page, pageNumber, commitSize, firstSalt, secondSalt, checksum, header, zeros, noise

        func apply(to log: inout Data, at offset: Int, frameBytes: Int, seed: UInt64) {
            var generator = SeededGenerator(seed: seed)
            func fill(_ range: Range<Int>) {
                for index in range { log[offset + index] ^= UInt8.random(in: 1...255, using: &generator) }
            }
            switch self {
            case .bit: log[offset + Int.random(in: 24..<frameBytes, using: &generator)] ^= 0x10
            case .page: fill(2000..<2064)
            case .pageNumber: fill(0..<4)
            case .commitSize: fill(4..<8)
            case .firstSalt: fill(8..<12)
            case .secondSalt: fill(12..<16)
            case .checksum: fill(16..<24)
            case .header: fill(0..<24)
            case .zeros: log.replaceSubrange(offset..<offset + frameBytes, with: Data(count: frameBytes))
            case .noise: fill(0..<frameBytes)
            }
        }
    }

    @Test("S-1: refuses damage to any frame, except the last, which costs only its transaction")
    func everyFrame() async throws {
        let left = try Self.left()
        #expect(left.frames >= 15)
        for frame in 1...left.frames {
            for damage in Damage.allCases {
                var log = left.log
                damage.apply(
                    to: &log, at: left.offset(ofFrame: frame), frameBytes: left.frameBytes,
                    seed: UInt64(frame))
                let scratch = Scratch()
                try left.place(in: scratch, log: log)
                guard frame == left.frames else {
                    let error = #expect(
                        throws: DatabaseKit.DatabaseFileError.self, "\(damage) of frame \(frame)"
                    ) {
                        try scratch.open()
                    }
                    #expect(error?.code == .corrupt)
                    #expect(
                        error?.reason.hasPrefix(
                            "test.sqlite-wal: frame \(frame) at byte \(left.offset(ofFrame: frame)) is not valid"
                        )
                            == true)
                    #expect(try Data(contentsOf: URL(filePath: scratch.path)) == left.file)
                    #expect(try Data(contentsOf: URL(filePath: scratch.path + "-wal")) == log)
                    continue
                }
                let file = try scratch.open()
                #expect(
                    file.logCut == LogCut(frame: Int64(frame), offset: Int64(left.offset(ofFrame: frame))),
                    "\(damage)")
                #expect(try await file.read { try $0.numbers() } == left.numbers(beforeFrame: frame))
                try file.close()
                #expect(try scratch.open().logCut == nil)
            }
        }
    }

    @Test("S-1: refuses damage to any byte of the header")
    func header() throws {
        let left = try Self.left()
        for byte in 0..<LogScan.headerBytes {
            var log = left.log
            log[byte] ^= 0x41
            let scratch = Scratch()
            try left.place(in: scratch, log: log)
            let error = #expect(throws: DatabaseKit.DatabaseFileError.self, "byte \(byte)") {
                try scratch.open()
            }
            #expect(error?.code == .corrupt)
            #expect(error?.reason.contains("header") == true)
        }
    }

    @Test("a log truncated at any byte opens with the transactions committed before, and reports the cut")
    func cutShort() async throws {
        let left = try Self.left()
        for length in stride(from: LogScan.headerBytes, to: left.log.count, by: 1361) {
            let scratch = Scratch()
            try left.place(in: scratch, log: left.log.prefix(length))
            let frames = (length - LogScan.headerBytes) / left.frameBytes
            let file = try scratch.open()
            #expect(try await file.read { try $0.numbers() } == left.numbers(beforeFrame: frames + 1))
            let isWhole = left.numbers[frames] != nil && (length - LogScan.headerBytes) % left.frameBytes == 0
            #expect((file.logCut == nil) == isWhole, "\(length) bytes")
            try file.close()
        }
    }

    @Test("frames from an earlier generation of the log are an ordinary end")
    func earlierRuns() async throws {
        let left = try Self.left([1, 300, 2]) { database in
            for run in 0..<3 {
                try Transaction(database: database).add(upTo: 4000 - run * 1000, from: run)
                try database.execute(sql: "PRAGMA wal_checkpoint(RESTART)")
            }
        }
        let scratch = Scratch()
        try left.place(in: scratch)
        let valid = try #require(left.numbers.keys.max())
        #expect(left.frames >= valid)
        let file = try scratch.open()
        #expect(file.logCut == nil)
        #expect(try await file.read { try $0.numbers() } == left.numbers[valid])
    }

    @Test("frames of a rolled-back transaction do not count as damage")
    func rolledBack() async throws {
        struct Undone: Error {}
        let left = try Self.left(
            [1],
            end: { database in
                // The transaction outgrows the cache, so its frames are in the log and are partly overwritten.
                try database.execute(sql: "PRAGMA cache_size = 10")
                do {
                    try database.inTransaction {
                        try database.execute(
                            sql: """
                                INSERT INTO number
                                WITH RECURSIVE n(x) AS (SELECT 1000 UNION ALL SELECT x + 1 FROM n WHERE x < 90000)
                                SELECT x FROM n
                                """)
                        throw Undone()
                    }
                } catch is Undone {}
                try Transaction(database: database).add(2)
            })
        #expect(left.frames > 20)
        let scratch = Scratch()
        try left.place(in: scratch)
        #expect(try await scratch.open().read { try $0.numbers() } == [1, 2])
    }

    @Test("while another connection has the file open, its log is not checked and its locks stay in place")
    func inUse() async throws {
        let file = try scratch.open()
        try await file.write { try $0.add(1) }
        let second = try scratch.open()
        try await second.write { try $0.add(2) }
        let path = scratch.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let third = try DatabaseFile.open(at: path, migrations: [Scratch.numbers])
            try await third.write { try $0.add(3) }
            try third.close()
        }
        // The last connection removes the log. If the locks had been lost, the other process would have been the last.
        #expect(FileManager.default.fileExists(atPath: path + "-wal"))
        #expect(try await file.read { try $0.numbers() } == [1, 2, 3])
    }

    let scratch = Scratch()

    @Test("reads a log in pieces, one at a time")
    func bounded() throws {
        let left = try Self.left([1, 150_000])
        var most = 0
        let log = left.log
        let state = try LogScan.state(size: Int64(log.count)) { offset, count in
            most = max(most, count)
            return Array(log[Int(offset)..<min(Int(offset) + count, log.count)])
        }
        #expect(state == .whole)
        #expect(log.count > LogScan.pieceBytes)
        #expect(most <= LogScan.pieceBytes)
    }

    @Test(
        "a log with random bytes and length never traps",
        arguments: propertySeeds)
    func noise(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let left = try Self.left([1, 50, 1])
        var log = left.log
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
            let place = Int.random(in: 0..<log.count, using: &generator)
            log[place] = UInt8.random(in: 0...255, using: &generator)
        }
        log = log.prefix(Int.random(in: 0...log.count, using: &generator))
        _ = try LogScan.state(size: Int64(log.count)) { offset, count in
            Array(log[Int(offset)..<min(Int(offset) + count, log.count)])
        }
    }
}

extension Transaction {
    /// Replaces all numbers with 1 to `last` in one transaction. A new value of `run` changes every row.
    fileprivate func add(upTo last: Int, from run: Int) throws {
        try database.inTransaction {
            try database.execute(sql: "DELETE FROM number")
            try add(upTo: last)
            return .commit
        }
    }
}
