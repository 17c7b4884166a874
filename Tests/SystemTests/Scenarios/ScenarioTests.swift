import Foundation
import TestSupport
import Testing

/// The ready scenarios, run by the program.
@Suite struct ScenarioTests {
    static let folder = SharedFixtures.projectFolder.appending(path: "fixtures/scenarios")

    static let names: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".yaml") }.sorted()
    }()

    @Test(
        "every scenario passes with a second seed", .enabled(if: isFullRun),
        arguments: names.filter { $0 != "stolen-cards.yaml" })
    func passes(name: String) async throws {
        let run = try await ProgramRun.shell(
            "tapctl run '\(Self.folder.path)/\(name)' --seed 2",
            in: FileManager.default.temporaryDirectory, limit: .seconds(300))
        #expect(run.exitCode == 0, "\(run.standardOutput)\(run.standardError)")
    }

    // C0-16, C0-34, C0-35, C0-36, C0-37: contracts.yaml, contract-trouble.yaml. B3-01, B3-39, B3-47: bookings.yaml.
    // P4-23: plans.yaml
    @Test("every scenario passes, with the same result over HTTP as in process", arguments: names)
    func isTheSameOverHTTP(name: String) async throws {
        let line = "tapctl run '\(Self.folder.path)/\(name)' --seed 1 --json"
        let folder = FileManager.default.temporaryDirectory
        let direct = try await ProgramRun.shell(line, in: folder, limit: .seconds(300))
        let served = try await ProgramRun.shell(line + " --over-http", in: folder, limit: .seconds(600))
        #expect(direct.exitCode == 0, "\(direct.standardOutput)\(direct.standardError)")
        #expect(served.exitCode == 0, "\(served.standardOutput)\(served.standardError)")
        // In process no HTTP request is made; over HTTP each gift makes at least one.
        #expect(direct.standardOutput.contains(#""http_requests":null"#))
        let requests = served.standardOutput.firstMatch(of: #/"http_requests":(\d+)/#).flatMap { Int($0.1) }
        #expect(requests ?? 0 >= served.standardOutput.components(separatedBy: #""step":"gift""#).count)
        #expect(Self.timeless(served.standardOutput) == Self.timeless(direct.standardOutput))
    }

    /// A document without the duration of the run and the number of HTTP requests.
    private static func timeless(_ document: String) -> String {
        document.replacing(#/"duration_ms":\d+,"http_requests":(\d+|null)/#, with: "")
    }

    @Test("the whole example of docs/scenarios.md passes")
    func exampleOfTheManual() async throws {
        let file = SharedFixtures.projectFolder.appending(path: "docs/scenarios.md")
        let page = try String(contentsOf: file, encoding: .utf8)
        let example = page.components(separatedBy: "```yaml\n")[1].components(separatedBy: "```")[0]
        let folder = FileManager.default.temporaryDirectory.appending(path: "scenario-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try example.write(to: folder.appending(path: "first.yaml"), atomically: true, encoding: .utf8)
        let run = try await ProgramRun.shell("tapctl run first.yaml", in: folder)
        #expect(run.exitCode == 0, "\(run.standardOutput)\(run.standardError)")
    }

    @Test("all scenarios that the README names exist")
    func isWhole() throws {
        let page = try String(contentsOf: Self.folder.appending(path: "README.md"), encoding: .utf8)
        #expect(Self.names.count >= 8)
        for name in Self.names { #expect(page.contains("`\(name)`"), "\(name)") }
    }
}
