import Foundation
import TestSupport
import Testing

/// `kill -9` in the middle of a backup and of a restore.
@Suite(.serialized) struct KilledBackupTests {
    /// Where in its run a program is killed: twelfths of the time that it takes, and a bit behind its end.
    static let twelfths = Array(0...14)

    @Test("a backup that is killed is not there, or whole", arguments: twelfths)
    func make(after twelfths: Int) async throws {
        try await Self.withData { folder in
            try await Self.killed(
                ["tapctl", "backup", "make", "new", "--data", "data"], twelfths, in: folder)
            let check = try await Self.shell("test ! -e new || tapctl backup check new", in: folder)
            #expect(check.exitCode == 0, "\(check.standardOutput)")
            #expect(try await Self.gifts(in: folder) == 2)
        }
    }

    @Test("a restore that is killed leaves the old data or the new ones, whole", arguments: twelfths)
    func restore(after twelfths: Int) async throws {
        try await Self.withData { folder in
            try await Self.killed(
                ["tapctl", "backup", "restore", "backup", "--data", "data", "--replace"], twelfths, in: folder
            )
            let gifts = try await Self.gifts(in: folder)
            #expect([1, 2].contains(gifts))
            let again = try await Self.shell(
                "tapctl backup restore backup --data data --replace && tapctl ledger check --data data",
                in: folder)
            #expect(again.exitCode == 0, "\(again.standardError)")
            #expect(try await Self.gifts(in: folder) == 1)
        }
    }

    @Test("a backup made while gifts are made holds a state that adds up")
    func meanwhile() async throws {
        try await Self.withData { folder in
            let lines = (0..<60).map {
                "{\"org\":\"Grace\",\"amount\":\"10\",\"method\":\"pm_card_visa\",\"name\":\"A\","
                    + "\"email\":\"a@example.org\",\"idempotency_key\":\"\($0)\"}"
            }
            try Data(lines.joined(separator: "\n").utf8).write(to: folder.appending(path: "gifts.jsonl"))
            let giving = try RunningProgram(
                ["tapctl", "gift", "make", "--file", "gifts.jsonl", "--data", "data", "--json"], in: folder)
            var told = 0
            for await _ in giving.lines {
                told += 1
                guard told == 10 else { continue }
                let made = try await Self.shell("tapctl backup make new --data data", in: folder)
                #expect(made.exitCode == 0, "\(made.standardError)")
            }
            #expect(await giving.exitCode() == 0)
            let restored = try await Self.shell(
                "tapctl backup restore new --data copy && tapctl payment reconcile --data copy && "
                    + "tapctl ledger check --data copy", in: folder)
            #expect(restored.exitCode == 0, "\(restored.standardOutput)\(restored.standardError)")
            #expect(try await Self.gifts(in: folder, of: "copy") >= 12)
        }
    }

    /// A backup with one gift, and data with two.
    private static func withData(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "killed-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let gift =
            "tapctl gift make --org Grace --amount 50 --method pm_card_visa --name A --email a@example.org --data data"
        let made = try await shell(
            "tapctl org add Grace --name Grace --data data && tapctl fund add 12 --org Grace --name Missions "
                + "--data data && \(gift) && tapctl backup make backup --data data && \(gift)", in: folder)
        try #require(made.exitCode == 0, "\(made.standardError)")
        try await body(folder)
    }

    /// Runs the program once in a folder of its own to see how long it takes, and then kills it on the way.
    private static func killed(_ arguments: [String], _ twelfths: Int, in folder: URL) async throws {
        let trial = folder.appending(path: "trial")
        let made = try await shell("mkdir trial && cp -r data backup trial", in: folder)
        try #require(made.exitCode == 0)
        let start = ContinuousClock.now
        let first = try RunningProgram(arguments, in: trial)
        _ = await first.exitCode()
        let whole = ContinuousClock.now - start
        let program = try RunningProgram(arguments, in: folder)
        try await Task.sleep(for: whole * twelfths / 12)
        program.signal(SIGKILL)
        _ = await program.exitCode()
    }

    private static func gifts(in folder: URL, of data: String = "data") async throws -> Int {
        let run = try await shell(
            "tapctl ledger check --data \(data) > /dev/null && tapctl gift list --limit 100 --data \(data) --json "
                + "| jq '.data | length'", in: folder)
        return Int(run.standardOutput.trimmingCharacters(in: .whitespacesAndNewlines)) ?? -1
    }

    private static func shell(_ line: String, in folder: URL) async throws -> ProgramRun {
        try await ProgramRun.shell(line, in: folder)
    }
}
