import BenchmarkTable
import Foundation

/// The time in which the program starts and prints its version, compared with a Python that does nothing.
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

    /// Returns the median of 41 runs in milliseconds, after one that fills the page cache.
    static func median(_ run: () throws -> Duration) throws -> Double {
        _ = try run()
        let times = try (0..<41).map { _ in try run() }.sorted()
        return times[20] / .milliseconds(1)
    }
}
