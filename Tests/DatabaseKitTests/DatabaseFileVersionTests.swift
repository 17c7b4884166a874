import DatabaseKit
import GRDB
import Testing

/// A version by which callers notice changes.
@Suite(.timeLimit(.minutes(2))) struct DatabaseFileVersionTests {
    let scratch = Scratch()

    @Test(
        "the version changes after each commit of this or another connection, and after nothing else"
    )
    func changes() async throws {
        let (file, other) = (try scratch.open(), try scratch.stranger())
        var seen: Set<DatabaseVersion?> = [try await file.version()]
        for number in 1...5 {
            try await file.write { try $0.add(number) }
            #expect(seen.insert(try await file.version()).inserted, "after its own commit")
            try await other.write { try $0.execute(sql: "INSERT INTO number VALUES (\(number * 100))") }
            #expect(seen.insert(try await file.version()).inserted, "after another connection's commit")
            _ = try await file.read { try $0.numbers() }
            _ = try? await file.write { try $0.add(number) }
            #expect(!seen.insert(try await file.version()).inserted, "after a read and a failed transaction")
        }
    }

    @Test("a closed file has no version, and a file closes after its version was read")
    func closed() async throws {
        let file = try scratch.open()
        _ = try await file.version()
        try file.close()
        #expect(try await code { _ = try await file.version() } == .closed)
        #expect(try await scratch.open().read { try $0.numbers() } == [])
    }
}
