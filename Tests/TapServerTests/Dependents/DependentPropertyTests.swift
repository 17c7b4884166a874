import Dependents
import HTMLKit
import MoneyKit
import MoneyTestSupport
import SimulationKit
import TestSupport
import Testing
import TextKit
import TimeKit

@testable import TapServer

/// The four properties of dependents' payments, on the pages as they are served, each over 200 seeds.
@Suite struct DependentPropertyTests {
    /// Returns the text as it appears between two tags, and nowhere else.
    private static func tagged(_ text: String) -> String { "<bdi>\(text.escapedForHTML)</bdi>" }

    // Feature: dependent-service-payments, Property 1: for any tap, the review has exactly that dependent
    @Test("property 1: for any tap, the page has exactly that dependent")  // D2-11
    func exactlyThat() async throws {
        try await DependentBench.with { bench in
            for seed in propertySeeds {
                var generator = SeededGenerator(seed: seed)
                let dependents = try Dependent.list(from: &generator, prefix: "s\(seed)")
                let list = await bench.site.open(try await bench.enroll(dependents, of: "grd_\(seed)"))
                let tapped = try #require(dependents.randomElement(using: &generator))
                let link = try #require(list.links.first { $0.contains("/\(tapped.id)/") }, "seed \(seed)")
                let review = await bench.site.open(link)
                #expect(review.says("<h1>\(Self.tagged(tapped.name))</h1>"), "seed \(seed)")
                let shown = dependents.filter { review.says("/\($0.id)/") }.map(\.id)
                #expect(shown == (tapped.fee == nil ? [] : [tapped.id]), "seed \(seed)")
                let names = Set(dependents.map(\.name)).subtracting([tapped.name])
                #expect(!names.contains { review.says(Self.tagged($0)) }, "seed \(seed)")
            }
        }
    }

    // Feature: dependent-service-payments, Property 2: the review holds name, relationship, service, days and fee
    @Test("property 2: the page has name, relationship, service, days and fee", arguments: propertySeeds)
    func allFacts(seed: UInt64) throws {  // D2-04, D2-12, D2-19
        var generator = SeededGenerator(seed: seed)
        let review = try Self.review(from: &generator)
        let (dependent, html) = (review.dependent, DependentReviewPage(review: review, token: "t").body.text)
        for text in [dependent.name, dependent.relationship, dependent.serviceType] {
            #expect(html.contains(Self.tagged(text)), "seed \(seed): \(text)")
        }
        #expect(html.contains(">\(dependent.initials.escapedForHTML)</span>"), "seed \(seed)")
        #expect(html.contains("<span>\(review.remaining.text(in: .arabic))</span>"), "seed \(seed)")
        let fee = dependent.fee.map { Self.tagged($0.formatted(MoneyLocale("ar-SA"))) } ?? "غير معروفة"
        #expect(html.contains("<td>\(fee)</td>"), "seed \(seed)")
        #expect(html.contains("<button"), "seed \(seed)")
    }

    // Feature: dependent-service-payments, Property 3: the text of the button contains the fee
    @Test("property 3: the text of the button has the fee", arguments: propertySeeds)
    func button(seed: UInt64) throws {  // D2-13
        var generator = SeededGenerator(seed: seed)
        let review = try Self.review(from: &generator, hasFee: true)
        let html = DependentReviewPage(review: review, token: "t").body.text
        let button = try #require(Page(status: 200, html: html, target: "").buttons.first)
        let fee = try #require(review.dependent.fee)
        #expect(button.contains(fee.formatted(MoneyLocale("ar-SA"))), "seed \(seed): \(button)")
        let digits = fee.plainText.filter(\.isNumber)
        #expect(button.filter(\.isNumber) == digits, "seed \(seed): \(button)")
    }

    // Feature: dependent-service-payments, Property 4: after a successful payment the confirmation is shown
    @Test("property 4: after a successful payment the confirmation is shown")  // D2-14
    func confirmation() async throws {
        try await DependentBench.with { bench in
            for seed in propertySeeds {
                var generator = SeededGenerator(seed: seed)
                let dependents = try Dependent.list(from: &generator, prefix: "s\(seed)", hasFee: true)
                let list = try await bench.enroll(dependents, of: "grd_\(seed)")
                let paid = try #require(dependents.randomElement(using: &generator))
                let page = await bench.approve(await bench.site.open("\(list)/\(paid.id)/review"))
                #expect(page.target == "\(list)/\(paid.id)/confirmation", "seed \(seed)")
                #expect(page.says("<h2>\(Self.tagged(paid.name))</h2>"), "seed \(seed)")
                bench.money.clock.advance(seconds: 600)
            }
            #expect(bench.log == [])
        }
    }

    private static func review(from generator: inout SeededGenerator, hasFee: Bool? = nil) throws
        -> DependentReview
    {
        let dependent = try Dependent.drawn(from: &generator, hasFee: hasFee)
        let agency = try #require(Agency(id: "agency", name: "Agency"))
        return DependentReview(
            EnrolledDependent(dependent, guardian: "grd_1", agency: agency.id), at: agency,
            time: MoneyBench.start)
    }
}
