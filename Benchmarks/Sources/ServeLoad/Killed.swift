import BenchmarkTable
import Foundation

/// A server that is killed under load, and the gifts that it had confirmed.
struct Killed {
    /// The number of gifts that the first server confirmed, and how many of them the second one has.
    var answered, booked: Int
    /// Whether the ledger balances.
    var isBalanced: Bool

    /// Makes gifts over 32 connections, kills the server halfway, starts another one and requests the page of each
    /// gift.
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

    /// Returns the number of gifts whose page says thank you.
    private static func thanked(_ keys: [Substring], by site: ServedSite, list: String) throws -> Int {
        // One process with one connection requests thousands of pages, as the browser in which the gifts were made.
        let pages = keys.map { "url = \"\(site.url)/-/give/\($0)\"" }.joined(separator: "\n")
        try pages.write(toFile: list, atomically: true, encoding: .utf8)
        let cookie = "browser=AAAAAAAAAAAAAAAAAAAAAA"
        let html = try Peer.run("/usr/bin/curl", ["--silent", "--cookie", cookie, "--config", list])
        return html.components(separatedBy: "<title>Thank you</title>").count - 1
    }
}
