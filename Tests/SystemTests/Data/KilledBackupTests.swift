import Foundation
import TestSupport
import Testing

/// Backups and restores that are killed with `kill -9` after different numbers of changes on the disk.
@Suite(.serialized) struct KilledBackupTests {
    /// A backup changes something 90 times, and a restore 50 times; where there is time, each is tried.
    static let isWhole = isFullRun

    @Test("a killed backup is either complete or absent")
    func make() async throws {
        try await Self.withData { base in
            let make = ["backup", "make", "new", "--data", "data"]
            let kills = try await Self.kills(make, in: base, step: Self.isWhole ? 1 : 12) { folder, _ in
                let check = try await Self.shell("test ! -e new || tapctl backup check new", in: folder)
                #expect(check.exitCode == 0, "\(check.standardOutput)")
                #expect(try await Self.gifts(in: folder) == 2)
            }
            #expect(kills > 8)
        }
    }

    @Test("a killed restore leaves either all of the old data or all of the new")
    func restore() async throws {
        try await Self.withData { base in
            let restore = ["backup", "restore", "backup", "--data", "data", "--replace"]
            let kills = try await Self.kills(restore, in: base, step: Self.isWhole ? 1 : 8) {
                folder, isKilled in
                let gifts = try await Self.gifts(in: folder)
                #expect((isKilled ? [1, 2] : [1]).contains(gifts))
                // S-3: the member and key in the backup never have access, not even briefly.
                let waiting = try await Self.shell(
                    "tapctl admin list --data data --json | jq -c '[.data[].unconfirmed_since != null]'; "
                        + "tapctl api-key list --data data --json | jq -c '[.data[].unconfirmed_since != null]'",
                    in: folder)
                #expect(waiting.standardOutput == (gifts == 1 ? "[true]\n[true]\n" : "[false]\n[false]\n"))
                let again = try await Self.shell(
                    "tapctl backup restore backup --data data --replace && tapctl ledger check --data data",
                    in: folder)
                #expect(again.exitCode == 0, "\(again.standardError)")
                #expect(try await Self.gifts(in: folder) == 1)
            }
            #expect(kills > 8)
        }
    }

    @Test("a backup made while gifts arrive contains a consistent state")
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

    /// A backup with one gift, and a data folder with two.
    private static func withData(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "killed-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let gift =
            "tapctl gift make --org Grace --amount 50 --method pm_card_visa --name A --email a@example.org --data data"
        let made = try await shell(
            "tapctl org add Grace --name Grace --data data && tapctl fund add 12 --org Grace --name Missions "
                + "--data data && echo a sentence of my own | tapctl admin add a@example.org --org Grace --role owner "
                + "--password - --data data && tapctl api-key add website --org Grace --role owner --data data && "
                + "\(gift) && tapctl backup make backup --data data && \(gift)", in: folder)
        try #require(made.exitCode == 0, "\(made.standardError)")
        try await body(folder)
    }

    /// Runs the program many times, each time in a copy of `base`. The first run ends normally. The others
    /// are killed at the first change, at later ones, and at each of the last ones, when the result replaces
    /// the old folder.
    ///
    /// - Returns: The number of runs that were killed.
    private static func kills(
        _ arguments: [String], in base: URL, step: Int,
        check: (_ folder: URL, _ isKilled: Bool) async throws -> Void
    ) async throws -> Int {
        var (moments, kills) = ([Int.max], 0)
        while let moment = moments.popLast() {
            let folder = base.deletingLastPathComponent().appending(path: "trial-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            try FileManager.default.copyItem(at: base, to: folder)
            let (exitCode, changes) = try FolderChanges.run(
                arguments, upTo: moment, of: .anything, in: folder, startedIn: folder)
            try await check(folder, exitCode == nil)
            if moment == .max {
                #expect(exitCode == 0)
                moments = Array(stride(from: 1, to: changes - 8, by: step)) + Array(changes - 8...changes)
            }
            kills += exitCode == nil ? 1 : 0
        }
        return kills
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
