import DatabaseKit
import GRDB
import Testing

/// By which somebody sees that there is something new.
@Suite(.timeLimit(.minutes(2))) struct DatabaseFileVersionTests {
    let scratch = Scratch()

    @Test(
        "the version is another one after each commit, of this value or of another program, and after nothing else"
    )
    func changes() async throws {
        let (file, other) = (try scratch.open(), try scratch.stranger())
        var seen: Set<Int64> = [try await file.version()]
        for number in 1...5 {
            try await file.write { try $0.add(number) }
            #expect(seen.insert(try await file.version()).inserted, "after a commit of its own")
            try await other.write { try $0.execute(sql: "INSERT INTO number VALUES (\(number * 100))") }
            #expect(seen.insert(try await file.version()).inserted, "after a commit of another program")
            _ = try await file.read { try $0.numbers() }
            _ = try? await file.write { try $0.add(number) }
            #expect(!seen.insert(try await file.version()).inserted, "after a read, and a unit that failed")
        }
    }

    @Test("a file that is closed has none, and a file that was asked for its version closes")
    func closed() async throws {
        let file = try scratch.open()
        _ = try await file.version()
        try file.close()
        #expect(try await code { _ = try await file.version() } == .closed)
        #expect(try await scratch.open().read { try $0.numbers() } == [])
    }
}
