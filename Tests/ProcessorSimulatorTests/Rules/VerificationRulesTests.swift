import Processor
import Testing
import TextKit

@testable import ProcessorSimulator

/// Source: Stripe documentation, "Handle verification with the API"; "Testing Connect".
@Suite struct VerificationRulesTests {
    private static let address: JSONTree = [
        "line1": "address_full_match", "city": "Houston", "state": "TX", "postal_code": "77001",
    ]
    private static let told: JSONTree = [
        "business_type": "individual",
        "business_profile": ["mcc": "8661", "url": "https://grace.example"],
        "tos_acceptance": ["date": 1_700_000_000, "ip": "203.0.113.7"],
        "individual": [
            "first_name": "Jenny", "last_name": "Rosen", "email": "jenny@grace.example",
            "phone": "+15555550100", "id_number": "000000000",
            "dob": ["day": 1, "month": 1, "year": 1901], "address": address,
        ],
    ]

    private func telling(_ changes: JSONTree) -> JSONTree {
        var told = Self.told.object ?? JSONObject()
        told.lay(changes.object ?? JSONObject())
        return told.tree
    }

    @Test("an account with all test data is verified")
    func complete() {
        #expect(VerificationRules.missing(in: telling([:]), hasBankAccount: true) == [])
        #expect(VerificationRules.answer(to: telling([:])) == .verified)
    }

    @Test(
        "requests a missing field",
        arguments: [
            ("individual.dob.day", ["individual": ["dob": .null]]),
            ("individual.address.city", ["individual": ["address": ["city": .null]]]),
            ("individual.id_number", ["individual": ["id_number": .null]]),
            ("tos_acceptance.ip", ["tos_acceptance": ["ip": .null]]),
            ("business_profile.mcc", ["business_profile": ["mcc": .null]]),
            ("business_profile.url", ["business_profile": ["url": .null]]),
            ("business_type", ["business_type": .null]),
        ] as [(String, JSONTree)])
    func missing(requirement: String, changes: JSONTree) {
        let missing = VerificationRules.missing(in: telling(changes), hasBankAccount: true)
        #expect(missing.contains(requirement))
    }

    @Test("requires a bank account, and accepts a product description instead of a URL")
    func exceptions() {
        #expect(
            VerificationRules.missing(in: telling([:]), hasBankAccount: false) == ["external_account"])
        let described = telling(["business_profile": ["url": .null, "product_description": "gifts"]])
        #expect(VerificationRules.missing(in: described, hasBankAccount: true) == [])
        let part = telling(["individual": ["id_number": .null, "ssn_last_4": "0000"]])
        #expect(VerificationRules.missing(in: part, hasBankAccount: true) == [])
        #expect(VerificationRules.answer(to: part) == .verified)
    }

    @Test(
        "other data requires a document",
        arguments: [
            ["individual": ["id_number": "given"]], ["individual": ["dob": ["year": 1970]]],
            ["individual": ["address": ["line1": "1 Main Street"]]],
        ] as [JSONTree])
    func waits(changes: JSONTree) {
        #expect(
            VerificationRules.answer(to: telling(changes)) == .pending(["individual.verification.document"]))
    }

    @Test("test data that never matches fails")
    func fails() {
        let told = telling([
            "individual": ["id_number": "111111111", "address": ["line1": "address_no_match"]]
        ])
        guard case .failed(let failures) = VerificationRules.answer(to: told) else {
            Issue.record("it did not fail")
            return
        }
        #expect(failures.map(\.requirement) == ["individual.id_number", "individual.address.line1"])
    }

    @Test("does not store a number that may be real")
    func masks() {
        let told = telling(["individual": ["id_number": "123456789"], "company": ["tax_id": "000000000"]])
        let masked = VerificationRules.masked(told)
        #expect(masked["individual"]["id_number"].string == "given")
        #expect(masked["company"]["tax_id"].string == "000000000")
        #expect(masked["individual"]["first_name"].string == "Jenny")
    }
}
