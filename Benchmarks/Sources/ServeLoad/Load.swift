import BenchmarkTable
import Foundation

/// wrk's measurements of the pages.
struct Load: Decodable {
    /// The numbers of right responses, of other responses, and of requests without a response.
    var good, refused, errors: Int
    var seconds: Double
    /// Percentiles of a request's duration, in microseconds.
    private var p50, p99: Int

    var perSecond: Double { Double(good) / seconds }
    var middle: Double { Double(p50) / 1_000 }
    /// The 99th percentile, in milliseconds.
    var slowest: Double { Double(p99) / 1_000 }

    /// The kind of request.
    enum Kind: String {
        case gifts, pages
        /// Gifts over the API.
        case api
    }

    /// Sends requests for a number of seconds.
    ///
    /// - Parameters:
    ///   - run: Six letters that no other run on the same folder uses. The keys of the forms begin with them.
    ///   - answered: The file to which the keys of confirmed gifts are written.
    ///   - key: The API key.
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
