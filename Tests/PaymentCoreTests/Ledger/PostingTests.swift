import DatabaseKit
import MoneyKit
import MoneyTestSupport
import Processor
import SimulationKit
import TestSupport
import Testing
import TimeKit

@testable import PaymentCore

@Suite struct PostingTests {
    @Test("refuses a posting whose entries do not sum to zero")
    func unbalanced() {
        #expect(throws: LedgerError.self) {
            try Posting(
                .charge, "pay_1", payment: nil,
                [LedgerEntry(.processor, Money(2, .usd)), LedgerEntry(.feeRevenue, Money(-1, .usd))])
        }
    }

    @Test("refuses a posting that balances only across currencies")
    func currencies() {
        #expect(throws: LedgerError.self) {
            try Posting(
                .charge, "pay_1", payment: nil,
                [LedgerEntry(.processor, Money(1, .usd)), LedgerEntry(.feeRevenue, Money(-1, .eur))])
        }
    }

    @Test("omits entries of zero")
    func zeroEntries() throws {
        let posting = try Posting(.charge, "pay_1", payment: nil, [LedgerEntry(.processor, Money(0, .usd))])
        #expect(posting.entries.isEmpty)
    }

    @Test("books a posting once, and a repetition does not use up a number")
    func numbers() async throws {
        let bench = try MoneyBench(PaymentMigrations.all, seed: 1)
        defer { bench.remove() }
        let time = bench.clock.now
        func posting(_ reference: String) throws -> Posting {
            try Posting(
                .charge, reference, payment: nil,
                [LedgerEntry(.processor, Money(1, .usd)), LedgerEntry(.feeRevenue, Money(-1, .usd))])
        }
        let (first, second) = (try posting("pay_1"), try posting("pay_2"))
        let booked = try await bench.file.write { transaction in
            try [first, first, first, second].map { try transaction.post($0, at: time) }
        }
        #expect(booked == [true, false, false, true])
        let postings = try await bench.file.read { try $0.postings(after: 0, limit: 10) }
        #expect(postings.map(\.number) == [1, 2])
    }

    @Test(
        "a failed payout restores every account, even after it was paid",
        arguments: [true, false])
    func failedPayout(wasPaid: Bool) throws {
        let payout = PayeePayout(
            id: "po_1", payee: "acct_1", amount: Money(4825, .usd), state: .failed,
            created: Timestamp(seconds: 0), arrival: Timestamp(seconds: 0), failure: "account_closed")
        let postings =
            try [.payout(payout)] + (wasPaid ? [.payoutPaid(payout)] : [])
            + [.payoutFailed(payout, wasPaid: wasPaid)] as [Posting]
        for account in [.payee("acct_1"), .bank("acct_1"), .processor] as [LedgerAccount] {
            #expect(postings.reduce(0) { $0 + $1.sum(of: account) } == 0, "\(account)")
        }
    }

    @Test("a charge that passes its fee through leaves the platform nothing, and the payee the rest")
    func charge() throws {
        let posting = try Posting.charge(.paid(total: 5000, fee: 175, processorFee: 175))
        #expect(posting.sum(of: .payee("acct_1")) == -4825)
        #expect(posting.sum(of: .processor) == 4825)
        #expect(posting.platformNet == 0)
    }

    @Test(
        "partial refunds of everything leave the payee nothing, and never cost the platform",
        arguments: propertySeeds)
    func refunds(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let total = Int64.random(in: 500...100_000, using: &generator)
        let own = Int64.random(in: 0...300, using: &generator)
        let rule = FeeRule(platform: BasisPoints(own))
        let fee = try rule.applicationFee(of: Money(total, .usd)).minorUnits
        let processorFee = try rule.processing.fee(of: Money(total, .usd)).minorUnits
        var payment = Payment.paid(total: total, fee: fee, processorFee: processorFee)
        var sums = Sums(try Posting.charge(payment))
        while payment.refundableMinor > 0 {
            let amount = Int64.random(in: 1...payment.refundableMinor, using: &generator)
            var refund = PaymentRefund(
                id: "ref_\(payment.refundedMinor)", payment: payment.id, amountMinor: amount,
                state: .succeeded,
                created: Timestamp(seconds: 0))
            payment.refundedMinor += amount
            refund.reversedMinor = amount
            let returned = ApplicationFee.returned(of: fee, refunded: payment.refundedMinor, of: total)
            sums.add(
                try Posting.refund(refund, of: payment, feeReturned: returned - payment.feeReturnedMinor))
            payment.feeReturnedMinor = returned
            #expect(sums.platformNet >= 0)
        }
        #expect(sums[.payee("acct_1")] == 0)
        #expect(payment.feeReturnedMinor == fee)
    }
}

extension Payment {
    static func paid(total: Int64, fee: Int64, processorFee: Int64) -> Payment {
        let quote = Quote(
            lines: [.init(.base, Money(total, .usd))], total: Money(total, .usd),
            applicationFee: Money(fee, .usd))
        return Payment(
            id: "pay_1", kind: "gift", subject: "gift_1", form: .destination(payee: "acct_1"), quote: quote,
            state: .succeeded,
            attempts: 1,
            applicationFeeMinor: fee, processorFeeMinor: processorFee, created: Timestamp(seconds: 0))
    }
}

extension Posting {
    func sum(of account: LedgerAccount) -> Int64 {
        entries.reduce(0) { $1.account == account ? $0 + $1.amount.minorUnits : $0 }
    }

    /// The platform's gain from the posting: credits of revenue less expenses.
    var platformNet: Int64 { -entries.reduce(0) { $1.account.isPlatforms ? $0 + $1.amount.minorUnits : $0 } }
}

/// The sums of postings by account.
struct Sums {
    private var minor: [LedgerAccount: Int64] = [:]

    init(_ posting: Posting) { add(posting) }

    subscript(account: LedgerAccount) -> Int64 { minor[account] ?? 0 }

    var platformNet: Int64 { -minor.reduce(0) { $1.key.isPlatforms ? $0 + $1.value : $0 } }

    mutating func add(_ posting: Posting) {
        for entry in posting.entries { minor[entry.account, default: 0] += entry.amount.minorUnits }
    }
}
