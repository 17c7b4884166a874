import Foundation
import TestSupport
import Testing

@Suite struct GiftListTests {
    @Test("the message for an empty list of gifts depends on whether options filter the list")
    func empty() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "gifts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func run(_ line: String) async throws -> ProgramRun {
            try await ProgramRun.shell(line, in: folder, environment: ["TAPCTL_NOW": "2026-01-05T09:00:00Z"])
        }
        let added = try await run("tapctl org add Grace --name Grace")
        #expect(added.exitCode == 0, "\(added.standardError)")
        for options in ["--org Grace", "--status succeeded", "--since 2026-01-01"] {
            let filtered = try await run("tapctl gift list \(options)")
            #expect(filtered.standardOutput == "no gifts match these options\n", "\(options)")
        }
        let all = try await run("tapctl gift list")
        #expect(all.standardOutput == "no gifts; `tapctl gift make` creates one\n")
    }
}
