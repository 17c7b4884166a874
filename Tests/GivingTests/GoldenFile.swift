import Foundation
import TestSupport
import Testing

/// Compares a text with `fixtures/giving/<name>`. With `UPDATE_GOLDEN=1`, it rewrites the file; review the
/// difference.
func expectGolden(_ text: String, _ name: String) throws {
    let file = SharedFixtures.projectFolder.appending(path: "fixtures/giving/\(name)")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
        try Data(text.utf8).write(to: file)
    }
    let kept = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    #expect(Array(kept.utf8) == Array(text.utf8), "\(name) differs; UPDATE_GOLDEN=1 rewrites it")
}
