import BenchmarkTable
import Foundation

/// How long the program takes to start and say its version, beside a Python that does nothing.
@main struct Startup {
    static func main() throws {
        let tapctl = Peer.projectFolder.appending(path: ".build/release/tapctl").path
        let python = Peer.projectFolder.appending(path: ".venv-peers/bin/python").path
        let own = try median { try Peer.time(tapctl, ["--version"]) }
        let peer = try median { try Peer.time(python, ["-c", "pass"]) }
        var table = BenchmarkTable(
            "start, release, median of 41 runs", columns: ["", "ms", "limit", "peer", "ms", "ratio"])
        table.add(
            [
                "tapctl --version", String(format: "%.1f", own), "< 30", "python3 -c pass",
                String(format: "%.1f", peer), String(format: "%.1f×", peer / own),
            ], holds: own < 30)
        table.printAndExit()
    }

    /// The median of 41 runs, in milliseconds, after one that warms the page cache.
    static func median(_ run: () throws -> Duration) throws -> Double {
        _ = try run()
        let times = try (0..<41).map { _ in try run() }.sorted()
        return times[20] / .milliseconds(1)
    }
}
