import Foundation
import TestSupport
import Testing

/// A session with tapctl in a text file: commands, their output and their exit codes.
///
///     # What the session shows
///     $ tapctl ndef decode zz
///     2| error: the input is not valid hex
///     exit 65
///
/// `1|` is stdout and `2|` stderr. The commands of one file run one after another in a fresh folder. With
/// `UPDATE_GOLDEN=1` a session is rewritten from its `$` and `#` lines. Review the changes before you commit
/// them.
struct GoldenSession: Sendable, CustomTestStringConvertible {
    /// The file.
    let file: URL
    /// Its name without the ending, for the list of tests.
    var testDescription: String { file.deletingPathExtension().lastPathComponent }

    /// All sessions under `fixtures/<folder>`.
    static func all(in folder: String) -> [GoldenSession] {
        let folder = SharedFixtures.projectFolder.appending(path: "fixtures/\(folder)")
        let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return (files ?? []).filter { $0.pathExtension == "session" }
            .sorted { $0.path < $1.path }.map(GoldenSession.init)
    }

    /// Runs the session, and returns the recorded text and the current one.
    func replay() async throws -> (expected: String, actual: String) {
        let expected = try String(contentsOf: file, encoding: .utf8)
        let folder = FileManager.default.temporaryDirectory.appending(path: "session-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var actual: [String] = []
        for line in expected.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("#") || line.isEmpty { actual.append(String(line)) }
            guard line.hasPrefix("$ ") else { continue }
            let run = try await ProgramRun.shell(
                String(line.dropFirst(2)), in: folder,
                environment: ["FIXTURES": SharedFixtures.projectFolder.appending(path: "fixtures").path])
            actual.append(String(line))
            actual += Self.lines(of: run.standardOutput, mark: "1|", folder: folder)
            actual += Self.lines(of: run.standardError, mark: "2|", folder: folder)
            actual.append("exit \(run.exitCode)")
        }
        let text = actual.joined(separator: "\n")
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try text.write(to: file, atomically: true, encoding: .utf8)
            return (text, text)
        }
        return (expected, text)
    }

    /// Marked lines, with placeholders for everything that differs between two runs.
    private static func lines(of text: String, mark: String, folder: URL) -> [String] {
        guard !text.isEmpty else { return [] }
        let steady =
            text
            .replacingOccurrences(of: folder.path, with: "FOLDER")
            .replacingOccurrences(of: SharedFixtures.projectFolder.path, with: "PROJECT")
            .replacing(#/\b\d+(\.\d+)? ms\b/#, with: "N ms")
            .replacing(#/ +N ms/#, with: " N ms")
            .replacing(#/_(ms|us)":\d+/#) { "_\($0.1)\":N" }
            .replacing(#/\/dev\/pts\/\d+/#, with: "/dev/pts/N")
            .replacing(#/\/(pay|payee)\/[A-Za-z0-9_-]{22}/#) { "/\($0.1)/TOKEN" }
        let ended = steady.hasSuffix("\n") ? String(steady.dropLast()) : steady + "⏎ missing"
        return ended.split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.isEmpty ? mark : "\(mark) \($0)"
        }
    }
}
