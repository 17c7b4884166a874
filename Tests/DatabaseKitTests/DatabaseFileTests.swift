import DatabaseKit
import Foundation
import GRDB
import Testing

@Suite(.timeLimit(.minutes(2))) struct DatabaseFileTests {
    let scratch = Scratch()

    struct Refusal: Error, Equatable {}

    @Test("a write is visible when it returns, and after reopening")
    func writesAreKept() async throws {
        let file = try scratch.open()
        let answer = try await file.write { unit in
            try unit.add(3)
            return "three"
        }
        #expect(answer == "three")
        #expect(try await file.read { try $0.numbers() } == [3])
        try file.close()
        #expect(try await scratch.open().read { try $0.numbers() } == [3])
    }

    @Test("a transaction that throws is rolled back, and its error is rethrown")
    func failedUnitIsRolledBack() async throws {
        let file = try scratch.open()
        await #expect(throws: Refusal()) {
            try await file.write { unit in
                try unit.add(1)
                throw Refusal()
            }
        }
        await #expect(throws: Refusal()) { try await file.read { _ in throw Refusal() } }
        #expect(try await file.read { try $0.numbers() } == [])
        #expect(file.commits == 0)
    }

    @Test("commits without waiting for the disk, which `LogSync` does: synchronous=NORMAL with WAL")
    func writerIsSetUp() async throws {
        let file = try scratch.open()
        let pragmas = try await file.write { unit in
            try ["journal_mode", "synchronous", "foreign_keys", "mmap_size"].map {
                try String.fetchOne(unit.database, sql: "PRAGMA \($0)")
            }
        }
        #expect(pragmas == ["wal", "1", "1", "0"])
    }

    @Test("a reader keeps its snapshot while another transaction commits")
    func readersSeeSnapshots() async throws {
        let file = try scratch.open()
        let (begun, hasBegun) = AsyncStream<Void>.makeStream()
        let goOn = DispatchSemaphore(value: 0)
        let reading = Task {
            try await file.read { unit in
                let before = try unit.numbers()
                hasBegun.yield()
                goOn.wait()
                return [before, try unit.numbers()]
            }
        }
        for await _ in begun { break }
        try await file.write { try $0.add(1) }
        #expect(try await file.read { try $0.numbers() } == [1])
        goOn.signal()
        #expect(try await reading.value == [[], []])
    }

    @Test("a reader cannot write")
    func readersOnlyRead() async throws {
        let file = try scratch.open()
        #expect(try await code { try await file.read { try $0.add(1) } } == .readOnly)
    }

    @Test("file, log and index are readable only by their owner")
    func filesArePrivate() async throws {
        let file = try scratch.open()
        try await file.write { try $0.add(1) }
        for suffix in ["", "-wal", "-shm"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: scratch.path + suffix)
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(suffix)")
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: scratch.folder).sorted()
                == ["test.sqlite", "test.sqlite-shm", "test.sqlite-wal"])
    }

    @Test("a violated constraint is named without its value")
    func constraintIsNamed() async throws {
        let file = try scratch.open()
        let error = await #expect(throws: DatabaseKit.DatabaseFileError.self) {
            try await file.write { try $0.add(-7771) }
        }
        #expect(error?.code == .constraint)
        #expect(error?.reason == "CHECK constraint failed: value > 0")
        #expect(error.map { "\($0) \($0.underlying as Any)".contains("7771") } == false)
    }

    @Test("the transaction of a canceled task runs once")
    func cancellationLosesNothing() async throws {
        let file = try scratch.open()
        for value in 1...50 {
            let writing = Task { try await file.write { try $0.add(value) } }
            writing.cancel()
            try await writing.value
        }
        #expect(try await file.read { try $0.numbers() } == Array(1...50))
    }

    @Test("a closed file refuses transactions, and earlier ones have run")
    func closedFile() async throws {
        let file = try scratch.open()
        let written = try await withThrowingTaskGroup(of: Int?.self) { group in
            for value in 1...100 {
                group.addTask {
                    try await code { try await file.write { try $0.add(value) } } == nil ? value : nil
                }
            }
            try file.close()
            return try await group.reduce(into: []) { $0 += [$1].compactMap(\.self) }.sorted()
        }
        #expect(try await code { try await file.write { try $0.add(200) } } == .closed)
        #expect(try await code { _ = try await file.read { try $0.numbers() } } == .closed)
        #expect(try await scratch.open().read { try $0.numbers() } == written)
    }

    @Test("a file that is replaced while open refuses transactions", arguments: [false, true])
    func replacedFile(byAnother: Bool) async throws {
        let file = try scratch.open()
        try FileManager.default.moveItem(atPath: scratch.path, toPath: scratch.folder + "/moved")
        if byAnother { try Data("x".utf8).write(to: URL(filePath: scratch.path)) }
        #expect(try await code { try await file.write { try $0.add(1) } } == .replaced)
        #expect(try await code { _ = try await file.read { try $0.numbers() } } == .replaced)
    }
}
