import Foundation
import TestSupport
import Testing

/// The data of a scenario as a data folder.
@Suite struct KeptScenarioTests {
    /// Calls `body` with a new folder, removed afterwards.
    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "kept-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    private static let scenario = SharedFixtures.projectFolder
        .appending(path: "fixtures/scenarios/demo-church.yaml").path

    @Test("a kept scenario is a data folder with its gifts, from the time at which it began")
    func kept() async throws {
        try await withFolder { folder in
            let run = try await ProgramRun.shell(
                """
                tapctl run '\(Self.scenario)' --keep church --start 2025-03-02T15:00:00Z
                tapctl ledger check --data church
                tapctl gift list --data church --org WoodlandsChurch --until 2025-05-31 --limit 1000 --json
                """, in: folder, limit: .seconds(120))
            #expect(run.exitCode == 0, "\(run.standardOutput)\(run.standardError)")
            #expect(run.standardOutput.contains("passed: ") && run.standardOutput.contains("balanced"))
            let gifts = run.standardOutput.components(separatedBy: #""object":"gift""#).count - 1
            #expect(gifts == 87)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(names == ["church"])
        }
    }

    @Test("a folder that exists is refused before the scenario runs, and is not changed")
    func existing() async throws {
        try await withFolder { folder in
            let run = try await ProgramRun.shell(
                "mkdir church; echo x > church/note; tapctl run '\(Self.scenario)' --keep church", in: folder)
            #expect(run.exitCode == 73 && run.standardError.contains("already exists"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["church"])
            #expect(try String(contentsOf: folder.appending(path: "church/note"), encoding: .utf8) == "x\n")
        }
    }

    @Test(
        "two scenarios cannot be kept in one folder, and a beginning must be a time",
        arguments: [
            ("'\(scenario)' '\(scenario)' --keep church", "use --keep with only one scenario"),
            ("'\(scenario)' --start yesterday", "--start must be a time"),
        ])
    func usage(arguments: String, words: String) async throws {
        try await withFolder { folder in
            let run = try await ProgramRun.shell("tapctl run \(arguments)", in: folder)
            #expect(run.exitCode == 64 && run.standardError.contains(words))
        }
    }
}
