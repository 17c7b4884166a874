import DatabaseKit
import Foundation
import ProcessorSimulator
import TestSupport
import Testing

/// Databases of the simulated processor from before each of its migrations, with rows in all tables.
@Suite struct EarlierProcessorFileTests {
    static let migrations = SimulatedProcessor.migrations

    @Test(
        "opening an earlier file migrates it to the current schema without losing rows",
        arguments: migrations.map(\.name))
    func opens(before name: String) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "earlier-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let new = try DatabaseFile.open(
            at: folder.appending(path: "new.sqlite").path, migrations: Self.migrations)
        let schema = try await new.read { try FileSchema($0) }
        try new.close()

        let earlier = Array(Self.migrations.prefix { $0.name != name })
        let file = try await EarlierFile.make(
            at: folder.appending(path: "processor.sqlite").path, earlier, TableSeeds([:]))
        let problems = try await file.problems(
            openedWith: Self.migrations, unlike: schema,
            // Later versions do not use this search index.
            moved: [EarlierFile.Moved("processor.searches", "metadata", to: nil)])
        #expect(problems == [])
    }
}
