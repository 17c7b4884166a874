import BenchmarkTable
import Foundation

/// Payments created and confirmed per second over Stripe's API, compared with localstripe.
@main
struct ProcessorAPI {
    private static let connections = [1, 8, 32]
    /// The number of payments that are stored before a measurement.
    private static let stored = 1_000
    /// The number of payments in the large file.
    private static let many = 500_000

    static func main() async throws {
        var table = BenchmarkTable(
            "Processor: payments created, then confirmed, over HTTP; \(stored) stored before",
            columns: ["", "pairs/s", "p99 ms", "MB", "localstripe pairs/s", "ratio"])
        tell("localstripe")
        let peer = try rates(of: .localstripe())
        for isDurable in [false, true] {
            tell(isDurable ? "durable" : "in memory")
            let folder = try TemporaryFolder()
            let served = try ServedProgram.tapctl(isDurable ? folder.path : nil)
            let own = try rates(of: served)
            for ((count, rate), other) in zip(zip(connections, own.rates), peer.rates) {
                let holds = !isDurable || count < 32 || (rate.pairs >= 1_000 && rate.p99 < 100)
                table.add(
                    [
                        "\(isDurable ? "durable" : "in memory"), \(count) connections", text(rate.pairs),
                        String(format: "%.1f", rate.p99), text(own.megabytes), text(other.pairs),
                        ratio(rate.pairs, to: other.pairs),
                    ], holds: holds && own.megabytes < 150)
            }
            if isDurable, let few = own.rates.last { try await add(few, to: &table) }
        }
        tell("a year of 1,000 monthly subscriptions")
        let year = try await Year.measure(subscriptions: 1_000)
        table.add(
            [
                "a year of 1,000 monthly subscriptions: \(year.invoices) invoices", "", "", "", "",
                "\(text(year.seconds)) s",
            ],
            holds: year.seconds < 60 && year.addsUp)
        table.printAndExit()
    }

    /// Adds a row with the rate for a large file.
    private static func add(_ few: Pairs, to table: inout BenchmarkTable) async throws {
        tell("\(many) payments are made (minutes)")
        let folder = try TemporaryFolder()
        try await Payments.make(many, in: folder.path)
        let served = try ServedProgram.tapctl(folder.path)
        defer { served.stop() }
        let rate = try Pairs.measure(served.url, connections: 32, seconds: 10)
        let megabytes = try served.megabytes()
        table.add(
            [
                "durable, 32 connections, \(many) stored", text(rate.pairs), String(format: "%.1f", rate.p99),
                text(megabytes), "", String(format: "%.2f of the rate with few", rate.pairs / few.pairs),
            ], holds: rate.pairs >= 0.8 * few.pairs && rate.p99 < 100 && megabytes < 150)
    }

    /// Returns a program's rates, one per number of connections, and its peak memory in MB.
    private static func rates(of program: ServedProgram) throws -> (rates: [Pairs], megabytes: Double) {
        defer { program.stop() }
        var created = 0
        while created < stored {
            created += try Pairs.measure(program.url, connections: 4, seconds: 2).created
        }
        let rates = try connections.map { try Pairs.measure(program.url, connections: $0, seconds: 5) }
        return (rates, try program.megabytes())
    }

    /// Prints the current step, because a run takes minutes.
    private static func tell(_ work: String) {
        FileHandle.standardError.write(Data("Processor: \(work)\n".utf8))
    }

    /// Returns the ratio of two rates; a dash if the peer's is 0.
    private static func ratio(_ own: Double, to peer: Double) -> String {
        peer > 0 ? String(format: "%.1f", own / peer) : "–"
    }

    private static func text(_ number: Double) -> String { String(Int(number.rounded())) }
}
