import BenchmarkTable
import Foundation

/// What wrk saw of the pages.
struct Load: Decodable {
    /// Answers that were right, others, and requests that got none.
    var good, refused, errors: Int
    var seconds: Double
    /// Percentiles of one request, in microseconds.
    private var p50, p99: Int

    var perSecond: Double { Double(good) / seconds }
    var middle: Double { Double(p50) / 1_000 }
    /// The 99th percentile, in milliseconds.
    var slowest: Double { Double(p99) / 1_000 }

    /// What is asked for.
    enum Kind: String {
        case gifts, pages
        /// Gifts that a program makes.
        case api
    }

    /// Asks for some seconds.
    ///
    /// - Parameters:
    ///   - run: Six letters that no other run on the same folder has: the forms' keys begin with them.
    ///   - answered: The file to which the keys of answered gifts are written.
    ///   - key: The program's key of the API.
    static func measure(
        _ kind: Kind, at url: String, connections: Int, seconds: Int, run: String,
        answered: String? = nil, key: String? = nil
    ) throws -> Load {
        let script = Peer.projectFolder.appending(path: "Benchmarks/Peers/gifts.lua").path
        var environment = ["LOAD": kind.rawValue, "RUN": run]
        if let answered { environment["ANSWERED"] = answered }
        if let key { environment["KEY"] = key }
        let printed = try Peer.run(
            "/usr/bin/wrk",
            [
                "--threads", "1", "--connections", "\(connections)", "--duration", "\(seconds)s", "--timeout",
                "20s", "--script", script, url,
            ], environment: environment)
        guard let line = printed.split(separator: "\n").last(where: { $0.hasPrefix("{") }) else {
            throw CocoaError(.coderInvalidValue)
        }
        return try JSONDecoder().decode(Load.self, from: Data(line.utf8))
    }
}
