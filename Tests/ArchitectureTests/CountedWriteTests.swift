import Foundation
import TestSupport
import Testing

/// The transactions that PostgreSQL runs with REPEATABLE READ instead of SERIALIZABLE.
@Suite struct CountedWriteTests {
    /// The calls of `writeCounted` in Sources, with the file and the lines before each call.
    private static func found() throws -> [(file: String, before: String)] {
        let folder = SharedFixtures.projectFolder.appending(path: "Sources")
        let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        let files = (all?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
        return try files.sorted { $0.path < $1.path }.flatMap { file in
            let lines = try String(contentsOf: file, encoding: .utf8).split(
                separator: "\n", omittingEmptySubsequences: false)
            return lines.indices.filter { index in
                lines[index].contains(".writeCounted")
                    && lines[index].contains(/\.writeCounted(Ahead)?[ (]/) && !lines[index].contains("///")
            }.map { index in
                (file.lastPathComponent, lines[max(index - 7, 0)..<index].joined(separator: "\n"))
            }
        }
    }

    @Test("only these transactions may read rows that others change at the same time, and each says why")
    func calls() throws {
        let calls = try Self.found()
        #expect(
            calls.map(\.file) == [
                // SUN counters of taps.
                "DataFolder+Taps.swift",
                // Batches of taps.
                "TapQueue.swift",
                // The beginning of a gift.
                "GivingService+Give.swift",
                // Claimed and sent notices.
                "GivingService+Notices.swift", "GivingService+Notices.swift",
                // Taps.
                "GivingService+Tap.swift",
                // Events of the processor, listed and delivered.
                "PaymentDriver+Events.swift", "PaymentDriver+Events.swift",
                // The payment of a gift.
                "PaymentDriver.swift",
            ])
        for call in calls { #expect(call.before.contains("// Counted: "), "\(call.file)") }
    }
}
