import BenchmarkTable
import Foundation

/// The pages under load: the giving page, gifts through its form and through the API, a server killed halfway, and a
/// slow processor.
///
/// `ServeLoad SECONDS` sets the seconds per measurement; the default is 10.
@main
struct ServeLoad {
    static func main() async throws {
        let seconds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 10
        var table = BenchmarkTable(
            "Pages: requests a second; gifts are durable, each in the ledger before it is answered",
            columns: ["", "per s", "p50 ms", "p99 ms", "MB", "refused"])
        try quick(&table, seconds)
        try byPrograms(&table, seconds)
        tell("a server that is killed")
        let killed = try await Killed.measure(seconds: seconds)
        table.add(
            ["kill -9 under load: \(killed.booked) of \(killed.answered) answered gifts are there"]
                + ["", "", "", "", ""],
            holds: killed.answered > 0 && killed.booked == killed.answered && killed.isBalanced)
        try await slow(&table, seconds)
        table.printAndExit()
    }

    /// Measures with the folder's own processor.
    private static func quick(_ table: inout BenchmarkTable, _ seconds: Int) throws {
        let church = try Church()
        let site = try ServedSite(["serve"], in: church.folder)
        defer { site.stop() }
        tell("the giving page")
        let pages = try Load.measure(.pages, at: site.url, connections: 32, seconds: seconds, run: "pages-")
        try add("giving page, 32 connections", pages, of: site, to: &table, holds: pages.slowest < 50)
        tell("gifts")
        let gifts = try Load.measure(.gifts, at: site.url, connections: 32, seconds: seconds, run: "gifts-")
        try add(
            "gift, 32 connections", gifts, of: site, to: &table,
            holds: gifts.perSecond >= 1_000 && gifts.slowest < 50)
    }

    /// Measures the same gifts through the API.
    private static func byPrograms(_ table: inout BenchmarkTable, _ seconds: Int) throws {
        let church = try Church()
        let key = try ServedSite.tapctl(
            ["api-key", "add", "bench", "--org", "Bench", "--role", "treasurer"], in: church.folder)
        let site = try ServedSite(["serve"], in: church.folder)
        defer { site.stop() }
        tell("gifts by the API")
        let gifts = try Load.measure(
            .api, at: site.url, connections: 32, seconds: seconds, run: "api---",
            key: key.trimmingCharacters(in: .whitespacesAndNewlines))
        try add(
            "POST /api/gifts, 32 connections", gifts, of: site, to: &table,
            holds: gifts.perSecond >= 1_000 && gifts.slowest < 50)
    }

    /// Measures with a processor that takes 1.5 s to respond. Gifts wait for it, but pages must not.
    private static func slow(_ table: inout BenchmarkTable, _ seconds: Int) async throws {
        tell("a processor that takes 1.5 s an answer")
        let vault = try Church()
        let processor = try ServedSite(
            ["processor", "serve", "--data", vault.file("processor")], in: vault.folder)
        defer { processor.stop() }
        let there = ["--processor", processor.url]
        let church = try Church(processor: there)
        try ServedSite.tapctl(
            ["processor", "fault", "set", "latency", "--ms", "1500", "--url", processor.url], in: vault.folder
        )
        let site = try ServedSite(["serve"] + there, in: church.folder)
        defer { site.stop() }
        let url = site.url
        async let given = Load.measure(
            .gifts, at: url, connections: 256, seconds: seconds, run: "slow--")
        async let opened = Load.measure(
            .pages, at: url, connections: 32, seconds: seconds, run: "slow-p")
        let (gifts, pages) = try await (given, opened)
        try add(
            "gift, processor at 1.5 s, 256 connections", gifts, of: site, to: &table,
            holds: gifts.perSecond >= 100)
        try add(
            "giving page beside it, 32 connections", pages, of: site, to: &table, holds: pages.slowest < 50)
    }

    private static func add(
        _ words: String, _ load: Load, of site: ServedSite, to table: inout BenchmarkTable, holds: Bool
    ) throws {
        let megabytes = try site.megabytes()
        table.add(
            [
                words, text(load.perSecond), String(format: "%.1f", load.middle),
                String(format: "%.1f", load.slowest), text(megabytes), "\(load.refused + load.errors)",
            ], holds: holds && megabytes < 200 && load.refused + load.errors == 0)
    }

    /// Prints the current step, because a run takes minutes.
    private static func tell(_ work: String) {
        FileHandle.standardError.write(Data("Pages: \(work)\n".utf8))
    }

    private static func text(_ number: Double) -> String { String(Int(number.rounded())) }
}
