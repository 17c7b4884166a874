import DatabaseKit
import Foundation
import GRDB
import Testing

@Suite(.timeLimit(.minutes(2))) struct CheckpointerTests {
    let scratch = Scratch()
    /// The number of transactions by ``fill(_:with:)`` that write at least 36 MiB to the log.
    private static let units = 24

    /// Writes about 1.5 MiB in one transaction.
    private func fill(_ file: DatabaseFile, with value: Int) async throws {
        try await file.write { unit in
            for part in 0..<50 {
                try unit.database.execute(
                    sql: "INSERT INTO page VALUES (?, randomblob(30000))", arguments: [value * 100 + part])
            }
        }
    }

    private func opened() throws -> DatabaseFile {
        let pages = Migration(
            "pages.1", "CREATE TABLE page (number INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT")
        return try DatabaseFile.open(at: scratch.path, migrations: [pages])
    }

    private var log: Int {
        (try? FileManager.default.attributesOfItem(atPath: scratch.path + "-wal")[.size] as? Int) ?? 0
    }

    @Test("the log stays below 160 MiB, however much is written")
    func bounded() async throws {
        let file = try opened()
        for value in 0..<8 * Self.units { try await fill(file, with: value) }
        #expect(log < 160 << 20)
        #expect(
            try await file.read { try Int.fetchOne($0.database, sql: "SELECT COUNT(*) FROM page") } == 9600)
        try file.close()
    }

    @Test("a reader keeps its snapshot during writes, and the log stays bounded afterwards")
    func readers() async throws {
        let file = try opened()
        try await fill(file, with: 0)
        let stranger = try scratch.stranger()
        try await stranger.writeWithoutTransaction { reader in
            try reader.execute(sql: "BEGIN")
            func count() throws -> Int? { try Int.fetchOne(reader, sql: "SELECT COUNT(*) FROM page") }
            #expect(try count() == 50)
            let written = DispatchSemaphore(value: 0)
            Task {
                for value in 1...Self.units { try await fill(file, with: value) }
                written.signal()
            }
            written.wait()
            #expect(try count() == 50)
            try reader.execute(sql: "COMMIT")
            #expect(try count() == 50 * (Self.units + 1))
        }
        try stranger.close()
        let longest = log
        for value in 1...4 * Self.units { try await fill(file, with: value + Self.units) }
        #expect(log < longest + 128 << 20)
        #expect(try await file.checkIntegrity() == [])
        try file.close()
    }

    @Test("closing a file removes its log")
    func closes() async throws {
        let file = try opened()
        for value in 0..<Self.units { try await fill(file, with: value) }
        try file.close()
        #expect(!FileManager.default.fileExists(atPath: scratch.path + "-wal"))
    }
}
