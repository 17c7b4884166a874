import DataFolderKit
import DatabaseKit
import Foundation
import GRDB
import Giving
import Synchronization
import TagRegistry
import TestSupport

@testable import tapctl

/// Runs the real program, and ends it with `kill -9` while it writes to a batch's journal.
///
/// The program itself is unchanged: a trigger in its data file delays it. After the chosen entry, the
/// transaction becomes so large that SQLite writes its beginning to the log. Then either it does not end, or
/// it is committed and the checkpoint takes so long that the kill arrives during it. Another connection sees
/// whether it was committed.
struct JournalKiller: Sendable {
    /// The points at which a program is killed: with a transaction half in the log, or right after its
    /// commit.
    enum Moment: String, Hashable, CaseIterable { case within, behind }

    /// The entries or writes at which a program is killed.
    struct Killing: Hashable, CustomStringConvertible {
        var kind: JournalEntry.Kind
        var moment: Moment

        var description: String { "\(moment.rawValue) \(kind.rawValue)" }
    }

    /// The end of a run.
    struct End {
        /// 137 for a program that was killed.
        var exitCode: Int32
        var lines: [String]
        /// The point at which the program was killed; nil if it ended by itself or had begun another
        /// transaction.
        var killed: Killing?
    }

    /// The program was not killed and did not end in time.
    struct Stuck: Error { var lines: [String] }

    let batch: String
    /// The data folder.
    let data: URL

    private static let limit = Duration.seconds(120)
    /// SQLite checkpoints its log at 4 MiB, so a much longer log contains an uncommitted transaction.
    private static let endlessLogBytes = 16 << 20

    /// Runs a program and kills it at the given occurrence of an entry of a kind.
    func run(
        _ arguments: [String], in folder: URL, killing: Killing? = nil, passing: Int = 0
    ) async throws -> End {
        let number = try await count(killing?.kind) + passing + 1
        if let killing { try await arm(killing, number) }
        let program = try RunningProgram(arguments, in: folder)
        let isOver = OneWayFlag()
        async let watched = watch(program, killing, number, until: isOver)
        var lines: [String] = []
        for await line in program.lines { lines.append(line) }
        let exitCode = await program.exitCode()
        isOver.set()
        let isInTime = try await watched
        guard exitCode == 128 + SIGKILL else { return End(exitCode: exitCode, lines: lines) }
        guard isInTime, let killing else { throw Stuck(lines: lines) }
        return End(
            exitCode: exitCode, lines: lines, killed: try await isAt(killing, number) ? killing : nil)
    }

    /// Removes the trigger that delays the program.
    func disarm() async throws {
        try await write(["trigger halt", "view numbers", "table ballast"].map { "DROP \($0.ifExists)" })
    }

    /// Reads the data file through another connection.
    func read<T: Sendable>(_ work: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        let file = try open(readOnly: true)
        defer { try? file.close() }
        return try await file.read(work)
    }

    private func count(_ kind: JournalEntry.Kind?) async throws -> Int {
        guard let kind else { return 0 }
        let batch = batch
        return try await read { try $0.journalCount(batch: batch, kind: kind) }
    }

    private func arm(_ killing: Killing, _ number: Int) async throws {
        let kind = killing.kind.rawValue
        let rest =
            killing.moment == .within
            ? "INSERT INTO ballast SELECT zeroblob(1) FROM numbers WHERE n < 0 LIMIT 1;" : ""
        try await disarm()
        try await write([
            "CREATE TABLE ballast (bytes BLOB NOT NULL)",
            """
            CREATE VIEW numbers(n) AS
            WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted) SELECT n FROM counted
            """,
            """
            CREATE TRIGGER halt AFTER INSERT ON tag_journal
            WHEN NEW.kind = '\(kind)' AND
              (SELECT COUNT(*) FROM tag_journal WHERE batch = '\(batch)' AND kind = '\(kind)') = \(number)
            BEGIN
              INSERT INTO ballast SELECT zeroblob(4000) FROM numbers LIMIT 16000;
              \(rest)
            END
            """,
        ])
    }

    /// Kills the program when it reaches the chosen point.
    ///
    /// Runs on its own thread, because the kill must arrive while SQLite moves its log. Other tests could
    /// delay a task for longer than that.
    ///
    /// - Parameter isOver: Returns whether the program has ended.
    /// - Returns: `false` if the program was killed because it did not end.
    private func watch(
        _ program: RunningProgram, _ killing: Killing?, _ number: Int, until isOver: OneWayFlag
    ) async throws -> Bool {
        try await withCheckedThrowingContinuation { caller in
            Thread {
                let isInTime = Result { try waits(for: killing, number, until: isOver) }
                // However the watch ends, the program must not keep running.
                program.signal(SIGKILL)
                caller.resume(with: isInTime)
            }
            .start()
        }
    }

    private func waits(for killing: Killing?, _ number: Int, until isOver: OneWayFlag) throws -> Bool {
        let file = try DatabaseQueue(path: path, configuration: .readOnly)
        let end = ContinuousClock.now + Self.limit
        while ContinuousClock.now < end {
            if try isOver.isSet || isDue(killing, number, file) { return true }
            Thread.sleep(forTimeInterval: 0.0005)
        }
        return false
    }

    private func isDue(_ killing: Killing?, _ number: Int, _ file: DatabaseQueue) throws -> Bool {
        guard let killing else { return false }
        if killing.moment == .within { return logBytes > Self.endlessLogBytes }
        let count = try file.read { file in
            try Int.fetchOne(
                file, sql: "SELECT COUNT(*) FROM tag_journal WHERE batch = ? AND kind = ?",
                arguments: [batch, killing.kind.rawValue])
        }
        return count ?? 0 >= number
    }

    private var path: String { data.appending(path: "tapctl.sqlite").path }

    private var logBytes: Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path + "-wal")
        return attributes?[.size] as? Int ?? 0
    }

    /// Whether the file is in the required state: without the entry, or with the entry and nothing after its
    /// transaction.
    private func isAt(_ killing: Killing, _ number: Int) async throws -> Bool {
        let count = try await count(killing.kind)
        guard killing.moment == .behind else { return count == number - 1 }
        let last: String? = try await read {
            try $0.value("SELECT kind FROM tag_journal ORDER BY sequence DESC LIMIT 1")
        }
        return count == number && last == killing.kind.lastOfUnit.rawValue
    }

    private func write(_ statements: [String]) async throws {
        let file = try open(readOnly: false)
        defer { try? file.close() }
        try await file.write { transaction in for statement in statements { try transaction.run(statement) } }
    }

    private func open(readOnly: Bool) throws -> DatabaseFile {
        try DatabaseFile.open(
            at: path,
            migrations: DataFolder.migrations,
            options: .init(readOnly: readOnly, mustExist: true))
    }
}

/// A value that one thread sets once and another reads.
private final class OneWayFlag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .acquiring) }

    func set() { value.store(true, ordering: .releasing) }
}

extension Configuration {
    fileprivate static var readOnly: Configuration {
        var options = Configuration()
        options.readonly = true
        options.busyMode = .timeout(5)
        return options
    }
}

extension JournalEntry.Kind {
    /// The last entry of the transaction that adds one of this kind to a batch with passwords.
    fileprivate var lastOfUnit: JournalEntry.Kind {
        switch self {
        case .written: .protecting
        case .protected: .verified
        case .released: .begun
        case .doubled: .setAside
        default: self
        }
    }
}

extension String {
    /// `table ballast` as a statement names it that need not find it.
    fileprivate var ifExists: String {
        let words = split(separator: " ")
        return "\(words[0]) IF EXISTS \(words[1])"
    }
}
