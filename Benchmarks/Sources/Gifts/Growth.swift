import DatabaseKit
import Foundation
import Giving
import MoneyKit
import PaymentCore
import TimeKit

/// The same operations with few and with many gifts in the file.
enum Growth {
    static let many = 1_000_000
    static let names = ["make", "list page", "donor's statement", "fund totals"]

    /// Measures each operation with a number of gifts in the file, in milliseconds.
    static func measure(_ count: Int) async throws -> [Times] {
        let church = try await Church.make()
        defer { church.remove() }
        try await fill(church, with: count)
        var times: [[Double]] = [[], [], [], []]
        for number in 0..<300 {
            times[0].append(try await timed { _ = try await church.give(number) })
            times[1].append(
                try await timed {
                    _ = try await church.file.read {
                        try $0.gifts(GiftQuery(organization: "Grace", limit: 25))
                    }
                })
            times[2].append(
                try await timed {
                    _ = try await church.giving.statement(
                        to: "Grace", of: .id("donor_bench_\(number % 100)"), year: year)
                })
            times[3].append(
                try await timed {
                    _ = try await church.file.read { try $0.fundTotals(ofOrganization: "Grace") }
                })
        }
        return times.map { Times($0.sorted()) }
    }

    /// The median and the 99th percentile of sorted times.
    struct Times {
        let median, p99: Double

        init(_ sorted: [Double]) {
            median = sorted[sorted.count / 2]
            p99 = sorted[sorted.count * 99 / 100]
        }
    }

    static func rows(_ few: [Times], _ many: [Times]) -> [(String, Times, Times)] {
        names.indices.map { (names[$0], few[$0], many[$0]) }
    }

    /// The year of the inserted gifts.
    private static var year: Int { Church.clock.now().date.year }

    /// Inserts gifts with their payments, postings, receipts and notices: 100 per donor, and 1,000 per transaction.
    /// They are all the rows that a gift leaves in our file.
    private static func fill(_ church: Church, with count: Int) async throws {
        let gift = try await church.give(-1)
        let payment = try await church.file.read { try $0.payment(gift.payment ?? "") }
        guard let payment else { return }
        let start = Church.clock.now().adding(seconds: -Int64(count))
        for batch in stride(from: 0, to: count, by: 1_000) {
            try await church.file.write { transaction in
                for number in batch..<min(batch + 1_000, count) {
                    try transaction.fill(
                        number, of: count, like: gift, payment, at: start.adding(seconds: Int64(number)))
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

extension Transaction {
    /// Inserts a gift as the service stores it: saves it, then applies the success of its payment.
    fileprivate func fill(
        _ number: Int, of count: Int, like gift: Gift, _ payment: Payment, at time: Timestamp
    ) throws {
        let ids = Identifiers(clock: WallClock { time }) { UInt64(number) }
        let donors = max(1, count / 100)
        let donor = "donor_bench_\(number % donors)"
        if number < donors {
            try save(Donor(id: donor, email: "filled\(number)@example.org", created: time))
        }
        var (gift, payment) = (gift, payment)
        gift.id = ids.make("gift")
        payment.id = ids.make("pay")
        (gift.donor, gift.payment, gift.created) = (donor, payment.id, time)
        (gift.paidAt, gift.receiptNumber, gift.status) = (nil, nil, .processing)
        (payment.subject, payment.created, payment.paidAt) = (gift.id, time, time)
        (payment.intent, payment.charge) = ("pi_\(number)", "ch_\(number)")
        (payment.transfer, payment.isFeeConfirmed) = ("tr_\(number)", true)
        try save(gift)
        try save(payment)
        try post(
            Posting(
                .charge, payment.id, payment: payment.id,
                [
                    LedgerEntry(.processor, Money(4_825, .usd)),
                    LedgerEntry(.payee(payment.payee), Money(-4_825, .usd)),
                ]), at: time)
        try GivingPolicy(ids: ids).changed(payment, at: time, in: self)
    }
}
