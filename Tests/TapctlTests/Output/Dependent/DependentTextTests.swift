import Dependents
import Documents
import Foundation
import MoneyKit
import MoneyTestSupport
import SimulationKit
import TestSupport
import Testing
import TimeKit

@testable import tapctl

/// The four properties of dependents' payments in a terminal, each over 200 seeds, and the days before and
/// after today.
@Suite struct DependentTextTests {
    private let plain = Style(isEnabled: false)

    private func review(_ dependent: Dependent) throws -> DependentReview {
        let agency = try #require(Agency(id: "agency", name: "Agency"))
        return DependentReview(
            EnrolledDependent(dependent, guardian: "grd_1", agency: agency.id), at: agency,
            time: MoneyBench.start)
    }

    // Feature: dependent-service-payments, Property 1: for any tap, the review has exactly that dependent
    @Test("property 1: for any choice, the text has exactly that dependent", arguments: propertySeeds)
    func exactlyThat(seed: UInt64) throws {  // D2-11
        var generator = SeededGenerator(seed: seed)
        let dependents = try Dependent.list(from: &generator)
        let chosen = try #require(dependents.randomElement(using: &generator))
        var session = DependentSession(dependents)
        session.navigate(to: chosen.id)
        let text = columns(try review(try #require(session.selectedDependent)).lines, style: plain)
        #expect(dependents.filter { text.contains($0.id) } == [chosen], "seed \(seed)")
        #expect(text.contains(chosen.name.isolated), "seed \(seed)")
    }

    // Feature: dependent-service-payments, Property 2: the review holds name, relationship, service, days and fee
    @Test("property 2: the text has name, relationship, service, days and fee", arguments: propertySeeds)
    func allFacts(seed: UInt64) throws {  // D2-04, D2-12
        var generator = SeededGenerator(seed: seed)
        let dependent = try Dependent.drawn(from: &generator)
        let review = try review(dependent)
        let text = columns(review.lines, style: plain)
        for fact in [
            dependent.name.isolated, dependent.relationship.isolated, dependent.serviceType.isolated,
            dependent.initials, dependent.isolatedTitle, review.remaining.text(in: .english),
            dependent.fee?.plainText ?? "not known",
        ] {
            #expect(text.contains(fact), "seed \(seed): \(fact)")
        }
        #expect(review.lines.last?.label == "approve", "seed \(seed)")
    }

    @Test("the list has a row for each dependent, beginning with the id that opens its review")  // D2-02
    func rows() throws {
        var generator = SeededGenerator(seed: 1)
        let dependents = try (0..<5).map { _ in try Dependent.drawn(from: &generator) }
        let rows = try dependents.map(review).table(style: plain).split(separator: "\n")
        #expect(rows.dropFirst().prefix(5).map { $0.prefix { $0 != " " } } == dependents.map { $0.id[...] })
        for (row, dependent) in zip(rows.dropFirst(), dependents) {
            #expect(row.contains(dependent.name.isolated), "\(row)")
        }
    }

    @Test(
        "shows a refunded or disputed fee as such, and never as paid",
        arguments: [
            (Int64(200_00), false, "refunded", "200.00 SAR was paid and refunded; nothing is due"),
            (
                50_00, false, "partially refunded",
                "200.00 SAR was paid, and 50.00 SAR of it was refunded; nothing is due"
            ),
            (0, true, "disputed", "the guardian disputed the payment; nothing is due"),
        ])
    func moneyBack(refunded: Int64, isDisputed: Bool, state: String, approve: String) throws {
        let agency = try #require(Agency(id: "agency", name: "Agency"))
        let review = DependentReview(
            try .paid(refunded: refunded, isDisputed: isDisputed), at: agency, time: MoneyBench.start)
        #expect(review.lines.first { $0.label == "state" }?.value == state)
        #expect(review.lines.last?.value == approve)
        #expect([review].table(style: plain).contains("200.00 SAR  \(state)"))
        let document = review.document.text
        #expect(document.contains("\"status\":\"\(state.replacing(" ", with: "_"))\""))
        #expect(document.contains("\"refunded_minor\":\(refunded)}"))
        #expect(document.contains("\"payable\":false"))
        var session = DependentSession([review.dependent])
        session.navigate(to: "dep_1")
        _ = session.approve("dep_1")
        session.finish(.paid, of: "dep_1")
        #expect(review.text(of: session, style: plain).hasPrefix("\(state)  "))
    }

    // Feature: dependent-service-payments, Property 3: the text of the button contains the fee
    @Test("property 3: what approves names the fee", arguments: propertySeeds)
    func button(seed: UInt64) throws {  // D2-13
        var generator = SeededGenerator(seed: seed)
        let dependent = try Dependent.drawn(from: &generator, hasFee: true)
        let line = try #require(try review(dependent).lines.last)
        let fee = try #require(dependent.fee)
        #expect(line.label == "approve", "seed \(seed)")
        #expect(line.value.hasPrefix("Approve and pay \(fee.plainText) SAR:"), "seed \(seed): \(line.value)")
    }

    // Feature: dependent-service-payments, Property 4: after a successful payment the confirmation is shown
    @Test("property 4: after a successful payment the text confirms", arguments: propertySeeds)
    func confirmation(seed: UInt64) throws {  // D2-14
        var generator = SeededGenerator(seed: seed)
        let dependents = try Dependent.list(from: &generator, hasFee: true)
        let chosen = try #require(dependents.randomElement(using: &generator))
        var session = DependentSession(dependents)
        session.navigate(to: chosen.id)
        #expect(session.approve(chosen.id) == chosen.fee, "seed \(seed)")
        let review = try review(chosen)
        #expect(!review.text(of: session, style: plain).contains("confirmed"), "seed \(seed)")
        session.finish(.paid, of: chosen.id)
        let text = review.text(of: session, style: plain)
        #expect(text.hasPrefix("confirmed  \(chosen.isolatedTitle)\n"), "seed \(seed)")
    }

    @Test("without a fee the text says why nothing can be paid")  // D2-15
    func noFee() throws {
        var generator = SeededGenerator(seed: 1)
        let lines = try review(try Dependent.drawn(from: &generator, hasFee: false)).lines
        #expect(lines.last?.value == "cannot be paid: the fee of this service is not known")
    }
}

extension EnrolledDependent {
    /// A dependent whose fee of 200.00 SAR was paid, as it is stored after a refund or a dispute.
    fileprivate static func paid(refunded: Int64, isDisputed: Bool) throws -> Self {
        let stored = """
            {"dependent": {"id": "dep_1", "name": "حسام", "relationship": "ولدك", "service_type": "رخصة",
            "due_date": "2026-01-16", "fee": {"amount_minor": 20000, "currency": "sar"}},
            "guardian": "grd_1", "agency": "agency", "payment": "pay_1", "paidAt": 1767517200,
            "hasFailed": false, "refundedMinor": \(refunded == 0 ? "null" : String(refunded)),
            "isDisputed": \(isDisputed ? "true" : "null")}
            """
        return try JSONDecoder().decode(Self.self, from: Data(stored.utf8))
    }
}
