import Foundation
import MoneyKit
import SimulationKit
import TestSupport
import Testing
import TimeKit

@testable import Giving

@Suite struct ReceiptTextTests {
    static func receipt(_ country: String, _ change: (inout Receipt) -> Void = { _ in }) throws -> Receipt {
        let isGerman = country == "DE"
        let organization = try Samples.organization(
            "WoodlandsChurch", isGerman ? "Waldkirche" : "Woodlands Church"
        ) {
            $0.country = country
            $0.currency = isGerman ? "eur" : "usd"
            $0.timeZone = isGerman ? "Europe/Berlin" : "America/Chicago"
            if isGerman { $0.taxID = "27/123/45678" }
        }
        var receipt = Receipt(
            number: ReceiptNumber(isTest: true, organization: organization.id, year: 2026, position: 1),
            issuer: ReceiptIssuer(organization), gift: "gift_1", revision: 1, donor: "donor_1",
            donorName: "A Donor", donorEmail: "donor@example.org", fund: "7",
            fundName: isGerman ? "Gebäude" : "Building", total: Money(5_180, organization.currency),
            coveredFeeMinor: 180, refundedMinor: 0, isMonthly: false, paidAt: Samples.now,
            issued: Samples.now, livemode: false)
        change(&receipt)
        return receipt
    }

    /// Makes a void receipt that replaced another one after a refund of 20.00.
    static func makeVoid(_ receipt: inout Receipt) {
        receipt.number = ReceiptNumber(
            isTest: true, organization: receipt.issuer.id, year: 2026, position: 2)
        receipt.replaces = ReceiptNumber(
            isTest: true, organization: receipt.issuer.id, year: 2026, position: 1)
        receipt.total = Money(3_180, receipt.total.currency)
        receipt.refundedMinor = 2_000
        receipt.isMonthly = true
        receipt.issued = Timestamp("2026-03-05T18:00:00Z")
        receipt.state = .void
        receipt.voided = Timestamp("2026-04-01T18:00:00Z")
        (receipt.donorName, receipt.donorEmail, receipt.donor) = ("", "", nil)
    }

    @Test("matches the golden files", arguments: ["us", "de"])
    func golden(country: String) throws {
        let paper = ReceiptText(try Self.receipt(country.uppercased()))
        try expectGolden(paper.text, "receipt-\(country).txt")
        try expectGolden(paper.html, "receipt-\(country).html")
        let void = ReceiptText(try Self.receipt(country.uppercased(), Self.makeVoid))
        try expectGolden(void.text, "receipt-\(country)-void.txt")
    }

    @Test(
        "contains the legal sentence of its country",
        arguments: [
            ("US", "No goods or services were provided in exchange for this contribution."),
            ("DE", "keine Zuwendungsbestätigung"), ("GB", "not a Gift Aid declaration"),
            ("CA", "not an official receipt for income tax purposes"), ("AU", "This receipt is for a gift."),
            ("CH", "Art. 33a DBG"), ("ZZ", "depends on the law where you pay tax"),
            ("FR", "depends on the law where you pay tax"),
        ])
    func countries(country: String, sentence: String) throws {
        let paper = ReceiptText(try Self.receipt(country))
        #expect(paper.text.contains(sentence) && paper.html.contains(sentence))
        #expect(paper.text.contains("goods or services") == (country == "US"))
    }

    @Test("a test receipt has the test mark at its top and end, and a live receipt has none")
    func testMark() throws {
        let test = ReceiptText(try Self.receipt("US"))
        #expect(test.text.hasPrefix("TEST: no money moved, not a receipt\n"))
        #expect(test.text.hasSuffix("TEST: no money moved, not a receipt\n"))
        #expect(test.html.components(separatedBy: TestMark.sentence).count == 3)
        let live = ReceiptText(try Self.receipt("US") { $0.livemode = true })
        #expect(!live.text.contains("TEST") && !live.html.contains("TEST"))
    }

    @Test("encloses names in bidirectional isolates")
    func isolates() throws {
        let text = ReceiptText(try Self.receipt("US") { $0.issuer.displayName = "كنيسة" }).text
        #expect(text.contains("\u{2068}كنيسة\u{2069}"))
        #expect(text.contains("\u{2068}Building\u{2069}"))
    }

    @Test("escapes every name", arguments: propertySeeds)
    func escaping(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "<", ">", "&", "\"", "'", "</bdi>", "<script>", "&lt;", "]]>", "é", "\u{0}", "\u{1B}", "-->",
        ]
        let name = (0..<6).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
        let plain = ReceiptText(try Self.receipt("US")).html
        let html = ReceiptText(
            try Self.receipt("US") { ($0.donorName, $0.fundName, $0.issuer.displayName) = (name, name, name) }
        ).html
        for mark in ["<", ">", "\"", "'"] {
            let count = { (text: String) in text.components(separatedBy: mark).count }
            #expect(count(html) == count(plain), "\(mark) of \(name.debugDescription)")
        }
        #expect(!html.contains("\u{0}") && !html.contains("\u{1B}"))
    }
}
