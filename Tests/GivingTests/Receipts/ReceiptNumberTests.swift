import Foundation
import SimulationKit
import TestSupport
import Testing

@testable import Giving

@Suite struct ReceiptNumberTests {
    @Test(
        "has a test mark, the organization, the year and the position",
        arguments: [
            (
                ReceiptNumber(isTest: true, organization: "WoodlandsChurch", year: 2026, position: 1),
                "T-WoodlandsChurch-2026-000001"
            ),
            (
                ReceiptNumber(isTest: false, organization: "a-2026-000001", year: 987, position: 1_234_567),
                "a-2026-000001-0987-1234567"
            ),
            (ReceiptNumber(isTest: true, organization: "T", year: 2026, position: 42), "T-T-2026-000042"),
            (ReceiptNumber(isTest: true, organization: "T-x", year: 2026, position: 42), "T-T-x-2026-000042"),
            (
                ReceiptNumber(isTest: true, organization: "Grace", year: 2026, segment: 1, position: 1),
                "T-Grace-2026-R1-000001"
            ),
            (
                ReceiptNumber(isTest: false, organization: "R1", year: 2026, segment: 12, position: 7),
                "R1-2026-R12-000007"
            ),
            (
                ReceiptNumber(isTest: true, organization: "Grace-R1", year: 2026, position: 7),
                "T-Grace-R1-2026-000007"
            ),
        ])
    func texts(number: ReceiptNumber, text: String) {
        #expect(number.text == text)
        #expect(ReceiptNumber(text) == number)
    }

    @Test(
        "parses no other text",
        arguments: [
            "", "T", "T-2026-000001", "T-x-2026-1", "T-x-2026-0000001", "T-x-2026-000000", "T-x-26-000001",
            "T-x-0000-000001", "T-x-+026-000001", "T-x-2026-00000١", "T-x-2026-000001 ", "x-2026--00001",
            "T-x-2026-R0-000001", "T-x-2026-R01-000001", "T-x-2026-R-000001", "T-x-2026-R1", "T-x-R1-000001",
            "T-x-2026-r1-000001", "T-x-2026-R1-R2-000001", "T-x-2026-R99999999999999999999-000001",
        ])
    func refuses(text: String) {
        let number = ReceiptNumber(text)
        // An organization may be called 2026 or T. A parsed number has the same text.
        #expect(number == nil || number?.text == text)
        if !text.hasPrefix("T-2026") { #expect(number == nil) }
    }

    @Test("a written receipt number reads back", arguments: propertySeeds)
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let alphabet = Array("aT2-._0")
        let organization =
            "x" + String((0..<8).map { _ in alphabet.randomElement(using: &generator) ?? "a" }) + "y"
        let number = ReceiptNumber(
            isTest: Bool.random(using: &generator), organization: organization,
            year: Int.random(in: 1...9999, using: &generator),
            segment: Bool.random(using: &generator) ? 0 : Int.random(in: 1...9999, using: &generator),
            position: Int64.random(
                in: 1...(.max >> Int64.random(in: 0...62, using: &generator)), using: &generator))
        #expect(ReceiptNumber(number.text) == number)
        #expect(try JSONDecoder().decode(ReceiptNumber.self, from: JSONEncoder().encode(number)) == number)
    }
}
