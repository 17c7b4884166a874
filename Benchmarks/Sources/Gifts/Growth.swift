import DatabaseKit
import Foundation
import Giving
import MoneyKit
import PaymentCore
import TimeKit

/// The same work with few and with many gifts in the file.
enum Growth {
    static let many = 1_000_000
    static let names = ["make", "list page", "donor's statement", "fund totals"]

    /// The 99th percentile of each work, in milliseconds, with so many gifts in the file.
    static func measure(_ count: Int) async throws -> [Double] {
        let church = try await Church.make()
        defer { church.remove() }
        try await fill(church, with: count)
        let donor = "donor_bench_7"
        var times: [[Double]] = [[], [], [], []]
        for number in 0..<200 {
            times[0].append(try await timed { _ = try await church.give(number) })
            times[1].append(
                try await timed {
                    _ = try await church.file.read {
                        try $0.gifts(GiftQuery(organization: "Grace", limit: 25))
                    }
                })
            times[2].append(
                try await timed {
                    _ = try await church.file.read { unit in
                        try unit.gifts(GiftQuery(organization: "Grace", donor: donor, limit: 1_000))
                            .compactMap { try StatementLine($0, fundName: "General") }
                    }
                })
            times[3].append(
                try await timed {
                    _ = try await church.file.read { try $0.fundTotals(ofOrganization: "Grace") }
                })
        }
        return times.map { $0.sorted()[$0.count * 95 / 100] }
    }

    static func rows(_ few: [Double], _ many: [Double]) -> [(String, Double, Double)] {
        names.indices.map { (names[$0], few[$0], many[$0]) }
    }

    /// Gifts of a hundred a donor, with their payments, postings and receipts' numbers, a thousand a unit.
    private static func fill(_ church: Church, with count: Int) async throws {
        let account = try await church.file.read { try $0.organization("Grace")?.account } ?? ""
        let template = try await church.give(-1)
        let start = Church.clock.now().adding(seconds: -Int64(count))
        for batch in stride(from: 0, to: count, by: 1_000) {
            try await church.file.write { unit in
                for number in batch..<min(batch + 1_000, count) {
                    try unit.fill(
                        number, of: count, like: template, at: start.adding(seconds: Int64(number)),
                        account: account)
                }
            }
        }
    }

    private static func timed(_ work: () async throws -> Void) async throws -> Double {
        let started = ContinuousClock.now
        try await work()
        return (ContinuousClock.now - started).milliseconds
    }
}

extension DatabaseUnit {
    fileprivate func fill(
        _ number: Int, of count: Int, like template: Gift, at time: Timestamp, account: String
    ) throws {
        let ids = Identifiers(clock: WallClock { time }) { UInt64(number) }
        var gift = template
        gift.id = ids.make("gift")
        gift.donor = "donor_bench_\(number % max(1, count / 100))"
        (gift.created, gift.paidAt) = (time, time)
        gift.payment = ids.make("pay")
        gift.receiptNumber = "T-Grace-2026-\(number)"
        try save(gift)
        try addToTotal(ofFund: "12", organization: "Grace", currency: .usd, minor: 5_000, gifts: 1)
        _ = try post(
            Posting(
                .charge, gift.payment ?? "", payment: gift.payment,
                [
                    LedgerEntry(.processor, Money(4_825, .usd)),
                    LedgerEntry(.payee(account), Money(-4_825, .usd)),
                ]), at: time)
    }
}
