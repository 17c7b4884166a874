import BenchmarkTable
import Foundation

/// A server that is killed under load, and what is left of what it had answered.
struct Killed {
    /// Gifts whose answer had come, and how many of them are thanked for by the server that comes after.
    var answered, booked: Int
    /// The ledger balances.
    var isBalanced: Bool

    /// Gives at 32 connections, kills the server in the middle, starts another one and asks it for each gift.
    static func measure(seconds: Int) async throws -> Killed {
        let church = try Church()
        let file = church.file("answered.txt")
        let first = try ServedSite(["serve"], in: church.folder)
        let url = first.url
        async let load = Load.measure(
            .gifts, at: url, connections: 32, seconds: seconds, run: "killed", answered: file)
        try await Task.sleep(for: .seconds(Double(seconds) / 2))
        first.kill()
        _ = try await load
        let keys = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        guard !keys.isEmpty else { return Killed(answered: 0, booked: 0, isBalanced: false) }
        let second = try ServedSite(["serve"], in: church.folder)
        let booked = try thanked(keys, by: second, list: church.file("pages.txt"))
        second.stop()
        let check = try ServedSite.tapctl(["ledger", "check"], in: church.folder)
        return Killed(answered: keys.count, booked: booked, isBalanced: check.hasPrefix("balanced"))
    }

    /// How many of the gifts have a page that thanks for them.
    private static func thanked(_ keys: [Substring], by site: ServedSite, list: String) throws -> Int {
        // One program with one connection, for thousands of pages.
        let pages = keys.map { "url = \"\(site.url)/-/give/\($0)\"" }.joined(separator: "\n")
        try pages.write(toFile: list, atomically: true, encoding: .utf8)
        let html = try Peer.run("/usr/bin/curl", ["--silent", "--config", list])
        return html.components(separatedBy: "<title>Thank you</title>").count - 1
    }
}
