import BenchmarkTable
import DatabaseKit
import Foundation
import Giving
import PaymentCore
import Processor
import ProcessorSimulator

/// Durable gifts, compared with durable rows of Python's sqlite3.
@main
struct Gifts {
    static func main() async throws {
        let peer =
            Double(try Peer.python("sqlite_commits.py").trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
        var table = BenchmarkTable(
            "Gifts: through Giving, the ledger and the simulated processor, durable",
            columns: ["", "gifts/s", "commits/gift", "p99 ms", "rows/s of Python", "ratio"])
        for callers in [1, 32] {
            tell("\(callers) callers for five seconds")
            let rate = try await steady(callers: callers)
            table.add(
                [
                    "\(callers) callers", text(rate.perSecond), String(format: "%.3f", rate.commitsPerGift),
                    String(format: "%.1f", rate.p99), text(peer),
                    String(format: "%.2f", rate.perSecond / peer),
                ], holds: callers == 1 || rate.commitsPerGift <= 0.2)
        }
        tell("100 gifts a second for twenty seconds")
        let storm = try await storm()
        table.add(
            [
                "100 a second, processor 1.5 s, 2 % time out", text(storm.perSecond), "", "", "",
                "doubled \(storm.doubled), lost \(storm.lost), \(storm.mostInFlight) in flight",
            ], holds: storm.perSecond >= 95 && storm.doubled == 0 && storm.lost == 0)
        tell("\(Papers.count) statements as PDF files (minutes)")
        let papers = try await Papers.measure()
        table.add(
            [
                "\(Papers.count) statements of \(Papers.gifts) gifts as PDF files", "", "", "", "",
                String(format: "%.1f ms each, %+.1f MB", papers.milliseconds, papers.megabytes),
            ], holds: papers.milliseconds < 40 && papers.megabytes < 20)
        tell("10,000 and \(Growth.many) gifts in the file (minutes)")
        let (few, many) = (try await Growth.measure(10_000), try await Growth.measure(Growth.many))
        for (name, small, large) in Growth.rows(few, many) {
            let growth = large.median / small.median
            table.add(
                [
                    "\(name), \(Growth.many) gifts in the file", "", "", String(format: "%.2f", large.p99),
                    "",
                    String(format: "%.2f times 10,000's (median %.2f ms)", growth, large.median),
                ], holds: growth <= 1.5 && large.p99 < 20)
        }
        table.printAndExit()
    }

    /// Prints the current step, because a run takes minutes.
    private static func tell(_ work: String) {
        FileHandle.standardError.write(Data("Gifts: \(work)\n".utf8))
    }

    private static func text(_ number: Double) -> String { String(Int(number.rounded())) }
}
