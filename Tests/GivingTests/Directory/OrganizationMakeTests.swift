import MoneyKit
import TestSupport
import Testing
import TimeKit

@testable import Giving

@Suite struct OrganizationMakeTests {
    static let now = Timestamp("2026-11-21T12:00:00Z")

    static func make(
        _ id: String = "WoodlandsChurch", _ change: (inout OrganizationFields) -> Void = { _ in }
    ) throws(DirectoryError) -> Organization {
        var fields = OrganizationFields(displayName: "Woodlands Church")
        change(&fields)
        return try Organization.make(id: id, fields, at: now)
    }

    /// Returns the fields and codes of all problems.
    static func problems(
        _ id: String = "WoodlandsChurch", _ change: (inout OrganizationFields) -> Void
    ) -> [String] {
        do throws(DirectoryError) {
            _ = try make(id, change)
            return []
        } catch {
            return error.problems.map { "\($0.field.rawValue) \($0.code.rawValue)" }
        }
    }

    // G1-09
    @Test("defaults to dollars, UTC and 50.00, with limits of 5.00 and 10,000.00")
    func defaults() throws {
        let organization = try Self.make()
        #expect(organization.currency == .usd)
        #expect(organization.timeZone == "UTC")
        #expect(organization.country == "US")
        #expect(organization.defaultMinor == 5_000)
        #expect(organization.leastMinor == 500)
        #expect(organization.mostMinor == 1_000_000)
        #expect(organization.presetsMinor == [2_500, 5_000, 10_000, 25_000])
        #expect(organization.platformFee == BasisPoints(0))
        #expect(organization.statementDescriptor == "Woodlands Church")
        #expect(organization.status == .active)
        #expect(organization.defaultFund == nil && organization.account == nil && organization.logo == nil)
    }

    @Test(
        "the default amounts follow the currency's digits, and the country follows the currency",
        arguments: [
            ("EUR", 5_000, 500, "ZZ"), ("jpy", 5_000, 500, "JP"), ("kwd", 50_000, 5_000, "KW"),
            ("gbp", 5_000, 500, "GB"), ("xof", 5_000, 500, "ZZ"), ("isk", 5_000, 500, "IS"),
        ])
    func defaultsOfCurrencies(code: String, standard: Int64, least: Int64, country: String) throws {
        let organization = try Self.make { $0.currency = code }
        #expect(organization.defaultMinor == standard)
        #expect(organization.leastMinor == least)
        #expect(organization.country == country)
    }

    @Test("in dinars, a plain amount has three decimal digits, and the same typed amount is ambiguous")
    func plainDinars() throws {
        func change(_ fields: inout OrganizationFields) {
            fields.currency = "kwd"
            (fields.defaultAmount, fields.leastAmount, fields.mostAmount) = ("5.500", "1.000", "100.000")
            fields.presets = ["2.500", "5.500", "10"]
        }
        let organization = try Self.make {
            change(&$0)
            $0 = $0.readingPlainAmounts(in: .kwd)
        }
        #expect(organization.defaultMinor == 5_500 && organization.leastMinor == 1_000)
        #expect(organization.mostMinor == 100_000 && organization.presetsMinor == [2_500, 5_500, 10_000])
        #expect(Self.problems { change(&$0) }.contains("default_amount malformed"))
    }

    @Test(
        "refuses ids that are malformed, and route names in any case",
        arguments: [
            ("", "malformed"), (".x", "malformed"), ("a b", "malformed"), ("São", "malformed"),
            ("a/b", "malformed"), ("a%20b", "malformed"), (String(repeating: "a", count: 65), "malformed"),
            ("pay", "reserved"), ("PAY", "reserved"), ("robots.txt", "reserved"), ("Webhooks", "reserved"),
        ])
    func badIDs(id: String, code: String) {
        #expect(Self.problems(id) { _ in } == ["id \(code)"])
    }

    @Test(
        "accepts ids of 1 to 64 characters",
        arguments: ["a", String(repeating: "a", count: 64), "x-1._Y"])
    func goodIDs(id: String) throws { #expect(try Self.make(id).id == id) }

    @Test(
        "refuses names that are empty, too long or have invisible characters",
        arguments: [
            "", "   ", "a\u{0}b", "a\nb", "a\u{202E}b", "a\u{2066}b", "a\u{200B}b", "a\u{FEFF}", "a\u{85}b",
            "a\u{2028}b", String(repeating: "a", count: 101),
        ])
    func badNames(name: String) { #expect(Self.problems { $0.displayName = name } == ["name malformed"]) }

    @Test(
        "keeps names of any script, in NFC, without surrounding white space",
        arguments: [
            ("  Église Saint-Jean ", "Église Saint-Jean"), ("E\u{301}glise", "\u{C9}glise"), ("教会", "教会"),
            ("كنيسة", "كنيسة"), ("क\u{94D}\u{200D}ष", "क\u{94D}\u{200D}ष"),
        ])
    func goodNames(name: String, kept: String) throws {
        let organization = try Self.make { $0.displayName = name }
        #expect(Array(organization.displayName.utf8) == Array(kept.utf8))
    }

    @Test("reports all mistakes at once")
    func allAtOnce() {
        let problems = Self.problems("pay") {
            $0.displayName = "\u{202E}"
            $0.logo = "http://example.org/logo.png"
            $0.color = "blue"
            $0.currency = "xyz"
            $0.timeZone = "Mars/Olympus"
            $0.country = "XX"
            $0.platformFeeBasisPoints = -1
            $0.statementDescriptor = "abc"
        }
        #expect(
            problems == [
                "id reserved", "currency unknown", "name malformed", "logo malformed", "color malformed",
                "time_zone unknown", "country unknown", "platform_fee outOfRange",
                "statement_descriptor malformed",
            ])
    }

    @Test(
        "refuses logos that are not valid HTTPS URLs",
        arguments: [
            "logo.png", "http://example.org/a", "https:///a", "https://user@example.org/a",
            "javascript:alert(1)",
            "https://example.org/a b", "https://example.org/\u{E9}", "data:image/png;base64,AAAA",
        ])
    func badLogos(logo: String) { #expect(Self.problems { $0.logo = logo } == ["logo malformed"]) }

    @Test(
        "stores a color as six digits in lower case",
        arguments: [("#1A5FB4", "#1a5fb4"), ("#f0a", "#ff00aa")])
    func colors(entered: String, stored: String) throws {
        #expect(try Self.make { $0.color = entered }.color == stored)
    }

    @Test("refuses other colors", arguments: ["blue", "1a5fb4", "#1a5f", "#12345g"])
    func badColors(color: String) { #expect(Self.problems { $0.color = color } == ["color malformed"]) }

    @Test(
        "accepts only IANA time zones",
        arguments: [
            ("America/Chicago", true), ("Europe/Berlin", true), ("UTC", true), ("Asia/Kolkata", true),
            ("Mars/Olympus", false), ("EST", false), ("GMT+5", false), ("", false), ("CET ", false),
            ("../etc/passwd", false),
        ])
    func timeZones(name: String, isTaken: Bool) {
        #expect(Self.problems { $0.timeZone = name }.isEmpty == isTaken)
    }

    @Test(
        "an EIN has two and seven digits",
        arguments: [
            ("12-3456789", "12-3456789"), ("123456789", "12-3456789"), ("12-345678", nil),
            ("1-23456789", nil),
            ("12-345678-9", nil), ("AB-3456789", nil), ("١٢-٣٤٥٦٧٨٩", nil),
        ])
    func employerNumbers(text: String, kept: String?) {
        let organization = try? Self.make { $0.taxID = text }
        #expect(organization?.taxID == kept)
    }

    @Test("accepts any format of tax id outside the United States")
    func otherTaxIDs() throws {
        let organization = try Self.make {
            $0.country = "de"
            $0.taxID = "27/123/45678"
        }
        #expect(organization.country == "DE")
        #expect(organization.taxID == "27/123/45678")
    }

    @Test(
        "refuses amounts that are malformed, not chargeable or inconsistent",
        arguments: [
            ("5", "1", "10000", ["default_amount outOfRange"]),
            ("60", "50", "40", ["least_amount outOfRange"]),
            ("5.001", "50", "60", ["least_amount malformed"]),
            ("0", "50", "100", ["least_amount outOfRange"]), ("-1", "50", "100", ["least_amount malformed"]),
            ("5", "50", "1000000", ["most_amount outOfRange"]),
            ("a", "b", "c", ["least_amount malformed", "most_amount malformed", "default_amount malformed"]),
        ])
    func badAmounts(least: String, standard: String, most: String, expected: [String]) {
        let problems = Self.problems {
            $0.leastAmount = least
            $0.defaultAmount = standard
            $0.mostAmount = most
            $0.presets = []
        }
        #expect(problems == expected)
    }

    @Test(
        "refuses too many suggested amounts, and duplicates",
        arguments: [
            (["20", "21", "22", "23", "24", "25", "26", "27", "28"], "9 suggested amounts, but at most 8"),
            (["20", "30", "20"], "a suggested amount appears twice"),
        ])
    func presets(presets: [String], summary: String) {
        let error = #expect(throws: DirectoryError.self) { try Self.make { $0.presets = presets } }
        #expect(error?.problems.map(\.code) == [.outOfRange])
        #expect(error?.problems.first?.summary.contains(summary) == true)
    }

    @Test("adjusts default amounts to the entered limits")
    func defaultsGiveWay() throws {
        let organization = try Self.make {
            $0.leastAmount = "75"
            $0.mostAmount = "200"
        }
        #expect(organization.defaultMinor == 7_500)
        #expect(organization.presetsMinor == [10_000])
    }

    @Test("an edit changes only the given fields, and adjusts no other amount")
    func edits() throws {
        var fields = OrganizationFields()
        fields.leastAmount = "60"
        let organization = try Self.make()
        #expect(throws: DirectoryError.self) { _ = try organization.changed(by: fields) }
        fields.defaultAmount = "100"
        fields.presets = ["100", "200"]
        let changed = try organization.changed(by: fields)
        #expect(changed.leastMinor == 6_000 && changed.defaultMinor == 10_000)
        #expect(changed.displayName == organization.displayName)
    }

    @Test("refuses to change the currency")
    func currencyIsFixed() throws {
        var fields = OrganizationFields()
        fields.currency = "eur"
        let organization = try Self.make()
        let error = #expect(throws: DirectoryError.self) { _ = try organization.changed(by: fields) }
        #expect(error?.code == .fixed)
        fields.currency = "USD"
        #expect(try organization.changed(by: fields) == organization)
    }

    @Test("a default statement descriptor follows the name, and a custom one stays")
    func descriptorFollows() throws {
        let renamed = OrganizationFields(displayName: "Grace Chapel")
        #expect(try Self.make().changed(by: renamed).statementDescriptor == "Grace Chapel")
        let own = try Self.make { $0.statementDescriptor = "WOODLANDS" }
        #expect(try own.changed(by: renamed).statementDescriptor == "WOODLANDS")
    }

    @Test("an empty string removes logo, color and tax id")
    func takesAway() throws {
        let organization = try Self.make {
            $0.logo = "https://example.org/logo.svg"
            $0.color = "#1a5fb4"
            $0.taxID = "12-3456789"
        }
        var fields = OrganizationFields()
        (fields.logo, fields.color, fields.taxID) = ("", "", "")
        let changed = try organization.changed(by: fields)
        #expect(changed.logo == nil && changed.color == nil && changed.taxID == nil)
    }
}
