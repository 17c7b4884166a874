import Foundation
import Giving
import PaymentCore
import Processor
import ProcessorSimulator
import Synchronization

extension Gifts {
    struct Rate {
        var perSecond: Double
        /// The number of commits to both files, per gift.
        var commitsPerGift: Double
        var p99: Double
    }

    /// Measures callers that each make one gift after another for five seconds.
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
        /// The gifts completed per second from the fifth second to the twentieth, while 100 per second begin.
        var perSecond: Double
        var mostInFlight: Int
        var doubled: Int
        var lost: Int
    }

    /// Starts 100 gifts per second for twenty seconds, with a slow and unreliable processor.
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

    /// The number of gifts in progress, and the times at which gifts were completed.
    private final class Flight: Sendable {
        private let state = Mutex((now: 0, most: 0, ended: [Double]()))

        /// The maximum number in progress, and the completion times in milliseconds.
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
    /// Returns the payment id of each successful charge, once per charge.
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
