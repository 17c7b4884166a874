import BenchmarkTable
import Foundation

/// wrk's measurements of payments, each created by one request and confirmed by the next.
struct Pairs {
    /// The number of payments created, confirmed or not.
    var created: Int
    /// The payments that succeeded, per second.
    var pairs: Double
    /// The 99th percentile of a request's duration, in milliseconds.
    var p99: Double

    /// Measures for a number of seconds.
    ///
    /// - Throws: An error if any request was refused or had no response.
    static func measure(_ url: String, connections: Int, seconds: Int) throws -> Pairs {
        let script = Peer.projectFolder.appending(path: "Benchmarks/Peers/pairs.lua").path
        let printed = try Peer.run(
            "/usr/bin/wrk",
            [
                "--threads", "1", "--connections", "\(connections)", "--duration", "\(seconds)s", "--timeout",
                "20s",
            ]
                + ["--script", script, url])
        guard let line = printed.split(separator: "\n").last(where: { $0.hasPrefix("{") }) else {
            throw CocoaError(.coderInvalidValue)
        }
        let told = try JSONDecoder().decode(Told.self, from: Data(line.utf8))
        guard told.refused == 0, told.errors == 0 else {
            throw Refused(description: "\(url): \(told.refused) refused, \(told.errors) without a response")
        }
        return Pairs(
            created: told.created, pairs: Double(told.pairs) / told.seconds, p99: Double(told.p99) / 1_000
        )
    }

    private struct Told: Decodable {
        var created, pairs, refused, errors, p99: Int
        var seconds: Double
    }

    struct Refused: Error, CustomStringConvertible {
        var description: String
    }
}
