import MoneyKit
import SimulationKit
import TestSupport
import Testing
import TimeKit

@testable import Giving
@testable import PaymentCore

@Suite struct DepositMatchTests {
    private static let first = CalendarDate(year: 2026, month: 3, day: 1) ?? Timestamp.earliest.date

    /// Makes a payout that arrives a number of days after March 1.
    private static func payout(_ name: String, _ minor: Int64, day: Int) -> PayeePayout {
        let arrival = first.adding(days: day).startOfDay
        return PayeePayout(
            id: "po_\(name)", payee: "acct_1", amount: Money(minor, .usd), state: .paid,
            created: arrival.adding(seconds: -2 * 86_400), arrival: arrival)
    }

    private static func deposit(_ line: Int, _ minor: Int64, day: Int, _ text: String = "") -> Deposit {
        Deposit(line: line, day: first.adding(days: day), amount: Money(minor, .usd), text: text)
    }

    /// Matches the deposits of March.
    private static func match(
        _ deposits: [Deposit], _ payouts: [PayeePayout], descriptor: String? = nil, days: Int = 5
    ) -> DepositMatch {
        let statement = BankStatement(
            days: first...first.adding(days: 30), deposits: deposits, lines: deposits.count)
        return DepositMatch(statement, payouts: payouts, descriptor: descriptor, days: days)
    }

    /// Returns each pair as text, such as `1=po_a`.
    private static func pairs(_ match: DepositMatch) -> [String] {
        match.pairs.map { "\($0.deposit.line)=\($0.payout.id)" }
    }

    @Test(
        "matches a deposit of the same amount on the day of arrival or up to five days later",
        arguments: [(0, true), (5, true), (6, false), (-1, false)])
    func window(late: Int, fits: Bool) {
        let found = Self.match(
            [Self.deposit(1, 5_000, day: 10 + late)], [Self.payout("aaaaa", 5_000, day: 10)])
        #expect(Self.pairs(found) == (fits ? ["1=po_aaaaa"] : []))
        #expect(found.strangers.count == (fits ? 0 : 1) && found.missing.count == (fits ? 0 : 1))
    }

    @Test("does not match a deposit with another amount or currency")
    func others() {
        let payout = Self.payout("aaaaa", 5_000, day: 10)
        let euros = Deposit(line: 2, day: Self.first.adding(days: 10), amount: Money(5_000, .eur))
        let found = Self.match([Self.deposit(1, 4_999, day: 10), euros], [payout])
        #expect(found.pairs.isEmpty && found.strangers.map(\.line) == [1, 2] && found.missing == [payout])
    }

    @Test("matches neither of two candidates that fit equally")
    func ties() {
        let payouts = [Self.payout("aaaaa", 5_000, day: 10), Self.payout("bbbbb", 5_000, day: 11)]
        let one = Self.match([Self.deposit(1, 5_000, day: 12)], payouts)
        #expect(one.pairs.isEmpty && one.ties.map(\.payouts) == [payouts] && one.missing.isEmpty)
        let doubled = Self.match(
            [Self.deposit(1, 5_000, day: 10), Self.deposit(2, 5_000, day: 10)], [payouts[0]])
        #expect(doubled.pairs.isEmpty && doubled.ties.first?.deposits.map(\.line) == [1, 2])
        #expect(doubled.strangers.isEmpty && doubled.missing.isEmpty)
    }

    @Test("resolves equal amounts by elimination, if the first deposit came before the second payout")
    func elimination() {
        let payouts = [Self.payout("aaaaa", 5_000, day: 10), Self.payout("bbbbb", 5_000, day: 12)]
        let clear = Self.match([Self.deposit(1, 5_000, day: 10), Self.deposit(2, 5_000, day: 12)], payouts)
        #expect(Self.pairs(clear) == ["1=po_aaaaa", "2=po_bbbbb"])
        let late = Self.match([Self.deposit(1, 5_000, day: 12), Self.deposit(2, 5_000, day: 14)], payouts)
        #expect(late.pairs.isEmpty && late.ties.count == 1)
        let narrow = Self.match(
            [Self.deposit(1, 5_000, day: 12), Self.deposit(2, 5_000, day: 14)], payouts, days: 2)
        #expect(Self.pairs(narrow) == ["1=po_aaaaa", "2=po_bbbbb"])
    }

    @Test("prefers a payout id in the text in any case, then the organization's name, to the day")
    func words() {
        let payouts = [Self.payout("aaaaa1", 5_000, day: 10), Self.payout("bbbbb1", 5_000, day: 10)]
        let named = Self.match(
            [Self.deposit(1, 5_000, day: 11, "SEPA PO BBBBB1 X"), Self.deposit(2, 5_000, day: 11)], payouts)
        #expect(Self.pairs(named) == ["1=po_bbbbb1", "2=po_aaaaa1"])
        let wrong = Self.match([Self.deposit(1, 5_000, day: 11, "po_bbbbb1")], [payouts[0]])
        #expect(Self.pairs(wrong) == ["1=po_aaaaa1"], "an unknown id is ignored")
        let other = Self.match(
            [Self.deposit(1, 5_000, day: 11, "po_bbbbb1")],
            [payouts[0], Self.payout("bbbbb1", 7_000, day: 10)])
        #expect(
            other.pairs.isEmpty && other.strangers.count == 1, "the id belongs to a payout of another amount")
        let descriptor = Self.match(
            [Self.deposit(1, 5_000, day: 11, "A CHECK"), Self.deposit(2, 5_000, day: 11, "GRACE CH*1")],
            [payouts[0]], descriptor: "Grace Ch")
        #expect(Self.pairs(descriptor) == ["2=po_aaaaa1"] && descriptor.strangers.map(\.line) == [1])
    }

    @Test("does not report payouts as missing that may have arrived before or after the statement")
    func edges() {
        let payouts = [
            Self.payout("early", 1_000, day: -2), Self.payout("within", 2_000, day: 10),
            Self.payout("late", 3_000, day: 28),
        ]
        let found = Self.match([], payouts)
        #expect(found.missing.map(\.id) == ["po_within"] && found.open.map(\.id) == ["po_early", "po_late"])
    }

    @Test(
        "matches only true pairs, and lists every deposit and payout exactly once",
        arguments: propertySeeds)
    func property(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
        // Few distinct amounts, so that many payouts are equal.
        let payouts = (0..<number(0...25)).map { index in
            Self.payout(
                "\(seed)x\(index)name", [1_000, 2_000, 3_000, 4_000 + Int64(index)][number(0...3)],
                day: number(-3...33))
        }
        var truth: [Int: String] = [:]
        var deposits: [Deposit] = []
        for payout in payouts {
            let day = payout.arrival.date.adding(days: number(0...5))
            // Payouts that did not arrive have unique amounts, so that no random credit resembles them.
            let hasArrived = payout.amount.minorUnits < 4_000 || number(0...3) > 0
            guard hasArrived, (Self.first...Self.first.adding(days: 30)).contains(day) else { continue }
            let line = deposits.count + 2
            let text = ["", "", "ACH", payout.id.uppercased()][number(0...3)]
            deposits.append(Deposit(line: line, day: day, amount: payout.amount, text: text))
            truth[line] = payout.id
        }
        let real = deposits.count
        for _ in 0..<number(0...10) {
            let minor = Int64(number(100...900))
            deposits.append(Self.deposit(deposits.count + 2, minor, day: number(0...30), "CHECK"))
        }
        deposits.shuffle(using: &random)
        let found = Self.match(deposits, payouts.shuffled(using: &random))
        for pair in found.pairs { #expect(truth[pair.deposit.line] == pair.payout.id, "seed \(seed)") }
        let lines =
            found.pairs.map(\.deposit.line) + found.ties.flatMap(\.deposits).map(\.line)
            + found.strangers.map(\.line)
        #expect(lines.sorted() == deposits.map(\.line).sorted())
        let ids =
            found.pairs.map(\.payout.id) + found.ties.flatMap(\.payouts).map(\.id) + found.missing.map(\.id)
            + found.open.map(\.id)
        #expect(ids.sorted() == payouts.map(\.id).sorted())
        #expect(found.strangers.count >= deposits.count - real, "noise matches no payout")
        #expect(found.ties.allSatisfy { $0.deposits.count + $0.payouts.count > 2 })
        // A duplicated deposit makes the match ambiguous.
        guard let pair = found.pairs.first(where: { $0.deposit.text.isEmpty }) else { return }
        var twice = pair.deposit
        twice.line = 9_999
        let doubled = Self.match(deposits + [twice], payouts)
        #expect(!doubled.pairs.contains { $0.payout.id == pair.payout.id && $0.deposit.line == 9_999 })
        #expect(!doubled.pairs.contains { $0.deposit.line == pair.deposit.line })
    }

    @Test("matches 300 equal payouts within a minute", .timeLimit(.minutes(1)))
    func many() {
        let payouts = (0..<300).map { Self.payout("\($0)", 5_000, day: $0 % 25) }
        let deposits = (0..<300).map { Self.deposit($0, 5_000, day: $0 % 25 + 2) }
        let found = Self.match(deposits, payouts)
        #expect(found.pairs.isEmpty && found.ties.flatMap(\.payouts).count == 300)
    }
}
