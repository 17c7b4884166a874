import Foundation
import Giving
import PaymentCore
import Processor
import ProcessorSimulator
import Synchronization

extension Gifts {
    struct Rate {
        var perSecond: Double
        /// Commits of both files.
        var commitsPerGift: Double
        var p99: Double
    }

    /// So many callers, each giving one gift after another, for some seconds.
    static func steady(callers: Int) async throws -> Rate {
        let church = try await Church.make()
        defer { church.remove() }
        _ = try await church.give(-1)
        let before = church.file.commits + church.processorFile.commits
        let started = ContinuousClock.now
        let end = started + .seconds(5)
        let times = try await withThrowingTaskGroup(of: [Double].self) { group in
            for caller in 0..<callers {
                group.addTask {
                    var times: [Double] = []
                    while ContinuousClock.now < end {
                        let begun = ContinuousClock.now
                        _ = try await church.give(caller * 1_000_000 + times.count)
                        times.append((ContinuousClock.now - begun).milliseconds)
                    }
                    return times
                }
            }
            return try await group.reduce(into: [Double]()) { $0 += $1 }
        }.sorted()
        let seconds = (ContinuousClock.now - started).milliseconds / 1_000
        let commits = church.file.commits + church.processorFile.commits - before
        return Rate(
            perSecond: Double(times.count) / seconds, commitsPerGift: Double(commits) / Double(times.count),
            p99: times[times.count * 99 / 100])
    }

    struct Storm {
        /// Gifts ended a second, while as many begin: from the fifth second to the twentieth.
        var perSecond: Double
        var mostInFlight: Int
        var doubled: Int
        var lost: Int
    }

    /// A hundred gifts begin every second, for twenty seconds, while the processor takes its time.
    static func storm() async throws -> Storm {
        let plan = ProcessorFaultPlan(
            latency: .milliseconds(1_500), rate: 200, faults: [.requestLost, .answerLost], seed: 1)
        let church = try await Church.make { FaultyProcessor($0, plan) { try await Task.sleep(for: $0) } }
        defer { church.remove() }
        let flight = Flight()
        let started = ContinuousClock.now
        let count = 2_000
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                try await Task.sleep(until: started + .milliseconds(number * 10))
                group.addTask {
                    flight.begin()
                    _ = try await church.give(number)
                    flight.end(at: (ContinuousClock.now - started).milliseconds)
                }
            }
            try await group.waitForAll()
        }
        _ = try await church.calm.payments.reconcile()
        let gifts = try await church.file.read { try $0.gifts(GiftQuery(limit: 10_000)) }
        let paid = gifts.filter { $0.status == .succeeded }
        let charged = try await church.chargedPayments()
        let (most, ended) = flight.seen
        let steady = ended.count { (5_000..<20_000).contains($0) }
        return Storm(
            perSecond: Double(steady) / 15, mostInFlight: most,
            doubled: charged.count - Set(charged).count, lost: count - paid.count)
    }

    /// How many gifts are on their way, and when each came to its end.
    private final class Flight: Sendable {
        private let state = Mutex((now: 0, most: 0, ended: [Double]()))

        /// The most at once, and the ends in milliseconds.
        var seen: (most: Int, ended: [Double]) { state.withLock { ($0.most, $0.ended) } }

        func begin() {
            state.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
            }
        }

        func end(at time: Double) {
            state.withLock {
                $0.now -= 1
                $0.ended.append(time)
            }
        }
    }
}

extension Church {
    /// The payment of every charge that went through, once for each charge.
    func chargedPayments() async throws -> [String] {
        var found: [String] = []
        var query = ListQuery(limit: 100)
        while true {
            let page = try await processor.paymentIntents(query)
            found += page.data.filter { $0.status == .succeeded }.compactMap { $0.metadata["payment_id"] }
            guard page.hasMore, let last = page.data.last else { return found }
            query.startingAfter = last.id
        }
    }
}

extension Duration {
    var milliseconds: Double {
        Double(components.seconds) * 1_000 + Double(components.attoseconds) / 1e15
    }
}
