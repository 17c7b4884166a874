import MoneyKit
import SimulationKit
import TestSupport
import Testing
import TimeKit

@testable import PaymentCore

@Suite struct PayoutPartTests {
    private static func booked(_ number: Int64, _ posting: Posting) -> BookedPosting {
        BookedPosting(number: number, time: Timestamp(seconds: number), posting: posting)
    }

    private static func owing(_ kind: Posting.Kind, _ reference: String, _ payment: String, _ minor: Int64)
        throws -> Posting
    {
        try Posting(
            kind, reference, payment: payment,
            [
                LedgerEntry(.receivable("acct_1"), Money(minor, .usd)),
                LedgerEntry(.processor, Money(-minor, .usd)),
            ])
    }

    @Test("pays the oldest debt first, and one collection may pay several debts")
    func oldestFirst() throws {
        let postings = [
            try Self.owing(.disputeOpened, "dp_1", "pay_1", 1500),
            try Self.owing(.disputeLost, "dp_1", "pay_1", 5000),
            try .collected(Money(2000, .usd), from: "acct_1", reference: "trr_1"),
            try Self.owing(.refund, "ref_1", "pay_2", 100),
            try .collected(Money(4600, .usd), from: "acct_1", reference: "trr_2"),
        ]
        let parts = PayoutPart.collected(
            by: postings.enumerated().map { Self.booked(Int64($0), $1) }, from: "acct_1", in: .usd)
        #expect(
            parts == [
                "trr_1": [
                    PayoutPart(.disputeFee, of: "pay_1", -1500), PayoutPart(.dispute, of: "pay_1", -500),
                ],
                "trr_2": [PayoutPart(.dispute, of: "pay_1", -4500), PayoutPart(.refund, of: "pay_2", -100)],
            ])
    }

    @Test(
        "the parts of a collection add up to its amount, for any sequence of debts and collections",
        arguments: propertySeeds)
    func sums(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var (postings, owed, taken): ([BookedPosting], Int64, [String: Int64]) = ([], 0, [:])
        for number in 0..<40 {
            let minor = Int64.random(in: 1...500, using: &generator)
            if owed > 0, Bool.random(using: &generator) {
                let amount = min(owed, minor)
                owed -= amount
                taken["trr_\(number)"] = amount
                postings.append(
                    Self.booked(
                        Int64(number),
                        try .collected(Money(amount, .usd), from: "acct_1", reference: "trr_\(number)")))
            } else {
                owed += minor
                postings.append(
                    Self.booked(Int64(number), try Self.owing(.disputeLost, "dp_\(number)", "pay", minor)))
            }
        }
        let parts = PayoutPart.collected(by: postings, from: "acct_1", in: .usd)
        #expect(parts.mapValues { -$0.reduce(0) { $0 + $1.amountMinor } } == taken)
        #expect(PayoutPart.collected(by: postings, from: "acct_2", in: .usd).isEmpty)
    }
}
