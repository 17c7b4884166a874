import Foundation
import TestSupport
import Testing

/// A test file has the folder of its source: `Tests/<Target>Tests/<Folder>` for `Sources/<Target>/<Folder>`.
@Suite struct TestFolderTests {
    private static func path(_ path: String) -> String {
        SharedFixtures.projectFolder.appending(path: path).path
    }

    /// Returns the test files of a target that are in a folder which the target lacks.
    ///
    /// The files in `Fuzz` are excepted: the fuzz targets compile the checks beside them.
    private static func strays(of target: String) -> [String] {
        let tests = "Tests/\(target.prefix(1).uppercased())\(target.dropFirst())Tests"
        let files = (try? FileManager.default.subpathsOfDirectory(atPath: path(tests))) ?? []
        return files.filter { file in
            let folder = file.split(separator: "/").dropLast().joined(separator: "/")
            let source = path("Sources/\(target)/\(folder)")
            return file.hasSuffix("Tests.swift") && folder != "Fuzz"
                && !FileManager.default.fileExists(atPath: source)
        }.map { "\(tests)/\($0)" }
    }

    @Test("each test file is in the folder of its source")
    func mirrored() throws {
        let targets = try FileManager.default.contentsOfDirectory(atPath: Self.path("Sources"))
        #expect(targets.count > 30)
        #expect(targets.flatMap(Self.strays) == [])
    }
}
