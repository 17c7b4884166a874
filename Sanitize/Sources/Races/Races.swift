import Foundation

/// Uses the targets from several threads at once, so that the thread sanitizer can find races.
///
/// It also checks the results: if the threads never ran at the same time, nothing was tested.
@main enum Races {
    private static let all: [(name: String, drive: @Sendable () async throws -> Void)] = [
        ("transactions in groups, with readers beside", DatabaseRaces.groups),
        ("the log's way to the disk", DatabaseRaces.log),
        ("a file that is closed while others write", DatabaseRaces.closing),
        ("a reader whose tasks are canceled", ReaderRaces.canceling),
        ("a trace, recorded and replayed", ReaderRaces.replaying),
    ]

    static func main() async {
        var failed = false
        for (name, drive) in all {
            let start = ContinuousClock.now
            do {
                try await drive()
                print("\(name): \((ContinuousClock.now - start).formatted(.units(allowed: [.seconds])))")
            } catch {
                print("\(name): \(error)")
                failed = true
            }
        }
        exit(failed ? 1 : 0)
    }
}

/// The error of an unexpected result.
struct Surprise: Error, CustomStringConvertible {
    let description: String

    /// Throws an error unless a condition holds.
    static func unless(_ holds: Bool, _ description: @autoclosure () -> String) throws(Surprise) {
        guard holds else { throw Surprise(description: description()) }
    }
}

/// Runs `body` with a temporary folder, and removes it.
func withFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "races-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.path)
}

/// Runs `body` on threads outside Swift's pool, and waits for them.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
    let running = DispatchGroup()
    for number in 0..<count {
        running.enter()
        Thread.detachNewThread {
            body(number)
            running.leave()
        }
    }
    await withCheckedContinuation { caller in
        running.notify(queue: .global()) { caller.resume() }
    }
}
